import { privacyPage as words } from "@market/contract/pages/static-pages";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading, Sections, SupportLine } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** The privacy page (R035, R234). */
export function Component() {
  return (
    <Reading title={words.title} lead={words.updated}>
      <Sections of={words.sections} />
      <SupportLine />
    </Reading>
  );
}
