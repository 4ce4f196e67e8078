import { termsPage as words } from "@market/contract/pages/static-pages";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading, Sections, SupportLine } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** The terms (R227 to R233, R002, R007 to R009). */
export function Component() {
  return (
    <Reading title={words.title} lead={words.lead}>
      <Sections of={words.sections} />
      <section className="mt-8">
        <h2 className="text-xl font-bold">{words.prohibitedTitle}</h2>
        <ul className="mt-2 grid list-disc gap-1 pl-6">
          {words.prohibited.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      </section>
      <Sections of={words.after} />
      <SupportLine />
    </Reading>
  );
}
