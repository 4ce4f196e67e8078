import { guidelinesPage as words } from "@market/contract/pages/static-pages";
import { usePageSettings } from "../routing/page-context.ts";
import { buttonClass } from "../ui/button.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading, Steps } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** The community guidelines (R222 to R226). */
export function Component() {
  const { campus } = usePageSettings();
  return (
    <Reading title={words.title} lead={words.lead}>
      <Steps of={words.rules} />
      <p className="mt-8">
        <a href={`mailto:${campus.contactEmail}`} className={buttonClass("plain")}>
          {words.report}
        </a>
      </p>
    </Reading>
  );
}
