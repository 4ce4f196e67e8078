import type { ReactNode } from "react";
import { usePageSettings } from "../page-context.ts";

/** A page that is read: its heading, a lead and its sections in one comfortable column. */
export function Reading({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  const say = useCampusWords();
  return (
    <article className="content max-w-[760px] pt-8 md:pt-14">
      <h1 className="text-3xl font-bold md:text-4xl">{title}</h1>
      {lead !== undefined && <p className="text-muted mt-3 text-lg">{say(lead)}</p>}
      {children}
    </article>
  );
}

export function Section({ title, text }: { title: string; text: readonly string[] }) {
  const say = useCampusWords();
  return (
    <section className="mt-8">
      <h2 className="text-xl font-bold">{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph} className="mt-2">
          {say(paragraph)}
        </p>
      ))}
    </section>
  );
}

/** Numbered or plain cards with a title and a few words. */
export function Parts({
  parts,
  numbered = false,
}: {
  parts: readonly { title: string; text: string }[];
  numbered?: boolean;
}) {
  const say = useCampusWords();
  const List = numbered ? "ol" : "ul";
  return (
    <List className="mt-6 grid gap-4 sm:grid-cols-2">
      {parts.map(({ title, text }, place) => (
        <li key={title} className="border-line bg-surface rounded-card border p-5">
          {numbered && (
            <span
              className="bg-mint text-on-mint mb-3 grid size-9 place-items-center rounded-full font-bold"
              aria-hidden="true"
            >
              {place + 1}
            </span>
          )}
          <h2 className="text-lg font-bold">{title}</h2>
          <p className="text-muted mt-1">{say(text)}</p>
        </li>
      ))}
    </List>
  );
}

/** Puts the campus name where a text has `{campus}`. */
export function useCampusWords(): (text: string) => string {
  const { campus } = usePageSettings();
  return (text) => text.replaceAll("{campus}", campus.name);
}
