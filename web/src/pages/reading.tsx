import * as shellMessages from "@market/contract/shell/messages";
import type { ReactNode } from "react";
import { usePageSettings } from "../routing/page-context.ts";

type Props = { title: string; lead?: string; children: ReactNode };

/** A page that is read: its heading, a lead and its sections in one comfortable column. */
export function Reading({ title, lead, children }: Props) {
  const fill = useCampusWords();
  return (
    <article className="content max-w-[760px] pt-8 md:pt-14">
      <h1 className="text-3xl font-bold md:text-4xl">{title}</h1>
      {lead !== undefined && <p className="text-muted mt-3 text-lg">{fill(lead)}</p>}
      {children}
    </article>
  );
}

export function Sections({ of }: { of: readonly { title: string; text: readonly string[] }[] }) {
  const fill = useCampusWords();
  return of.map(({ title, text }) => (
    <section key={title} className="mt-8">
      <h2 className="text-xl font-bold">{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph} className="mt-2">
          {fill(paragraph)}
        </p>
      ))}
    </section>
  ));
}

export function Steps({ of }: { of: readonly { title: string; text: string }[] }) {
  const fill = useCampusWords();
  return (
    <ol className="mt-6 grid gap-4 sm:two-columns">
      {of.map(({ title, text }, place) => (
        <li key={title} className="border-line bg-surface rounded-card border p-5">
          <span
            className="bg-mint text-on-mint mb-3 grid size-9 place-items-center rounded-full font-bold"
            aria-hidden="true"
          >
            {place + 1}
          </span>
          <h2 className="text-lg font-bold">{title}</h2>
          <p className="text-muted mt-1">{fill(text)}</p>
        </li>
      ))}
    </ol>
  );
}

/** The support address (R017). */
export function SupportLine() {
  const { contactEmail } = usePageSettings().campus;
  return (
    <p className="border-line mt-10 border-t pt-6">
      {shellMessages.support}{" "}
      <a
        href={`mailto:${contactEmail}`}
        className="text-primary font-bold underline underline-offset-4"
      >
        {contactEmail}
      </a>
    </p>
  );
}

/** Puts the names where a text has `{campus}` or `{provider}`. */
export function useCampusWords(): (text: string) => string {
  const { campus } = usePageSettings();
  return (text) =>
    text.replaceAll("{campus}", campus.name).replaceAll("{provider}", campus.providerName);
}
