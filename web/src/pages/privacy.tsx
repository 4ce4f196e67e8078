import { privacyPage as words } from "@market/contract/static-pages";
import { type PageHandle, title } from "./head.ts";
import { Reading, Section } from "./reading.tsx";
import { SupportLine } from "./support-line.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** R035, R234. */
export function Component() {
  return (
    <Reading title={words.title} lead={words.updated}>
      {words.sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
      <SupportLine />
    </Reading>
  );
}
