import { aboutPage as words } from "@market/contract/pages/static-pages";
import { usePageSettings } from "../routing/page-context.ts";
import { buttonClass } from "../ui/button.tsx";
import { Banner, board } from "./home-page/banner.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading, Sections, useCampusWords } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** The About page (R209 to R216). */
export function Component() {
  const { campus } = usePageSettings();
  const fill = useCampusWords();
  return (
    <>
      <div className="content max-w-[760px] pt-2 md:pt-4">
        <div className="relative overflow-hidden rounded-card md:rounded-sheet">
          <Banner art={board} className="h-auto w-full md:aspect-5/2 md:object-cover" />
          <span className="absolute inset-0 bg-[light-dark(transparent,#11151a59)]" />
        </div>
      </div>
      <Reading title={words.title} lead={words.lead}>
        <Sections of={[{ ...words.mission, text: [words.mission.text] }]} />
        <h2 className="mt-10 text-xl font-bold">{words.offersTitle}</h2>
        <ul className="mt-4 grid gap-4 sm:two-columns">
          {words.offers.map((offer) => (
            <li key={offer.title} className="border-line bg-surface rounded-card border p-5">
              <h3 className="text-lg font-bold">{offer.title}</h3>
              <p className="text-muted mt-1">{fill(offer.text)}</p>
            </li>
          ))}
        </ul>
        <Sections of={[{ ...words.why, text: [words.why.text] }]} />
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
