import { aboutPage as words } from "@market/contract/static-pages";
import { usePageSettings } from "../page-context.ts";
import boardNarrow from "../art/board-narrow.svg";
import boardWide from "../art/board-wide.svg";
import { buttonClass } from "../ui/button.tsx";
import { type PageHandle, title } from "./head.ts";
import { Reading, Section, useCampusWords } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** R209 to R216. */
export function Component() {
  const { campus } = usePageSettings();
  const say = useCampusWords();
  return (
    <>
      <div className="content pt-2 md:pt-4">
        <picture>
          <source media="(width < 768px)" srcSet={boardNarrow} width="960" height="540" />
          <img
            fetchPriority="high"
            src={boardWide}
            alt=""
            width="1680"
            height="720"
            className="h-auto w-full rounded-card md:max-h-72 md:object-cover md:rounded-sheet"
          />
        </picture>
      </div>
      <Reading title={words.title} lead={words.lead}>
        <Section title={words.mission.title} text={[words.mission.text]} />
        <h2 className="mt-10 text-xl font-bold">{words.offersTitle}</h2>
        <ul className="mt-4 grid gap-4 sm:grid-cols-2">
          {words.offers.map((offer) => (
            <li key={offer.title} className="border-line bg-surface rounded-card border p-5">
              <h3 className="text-lg font-bold">{offer.title}</h3>
              <p className="text-muted mt-1">{say(offer.text)}</p>
            </li>
          ))}
        </ul>
        <Section title={words.why.title} text={[words.why.text]} />
        {campus.links.instagram && (
          <p className="mt-8">
            <a
              href={campus.links.instagram}
              className={buttonClass("primary")}
              target="_blank"
              rel="noopener noreferrer"
            >
              {words.joinUs}
            </a>
          </p>
        )}
      </Reading>
    </>
  );
}
