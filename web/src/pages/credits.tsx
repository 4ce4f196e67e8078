import { creditsPage as words } from "@market/contract/pages/static-pages";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading, Sections } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** Third-party work and its authors (Q36). */
export function Component() {
  return (
    <Reading title={words.title} lead={words.lead}>
      <h2 className="mt-8 text-xl font-bold" id="avatars">
        {words.avatars.title}
      </h2>
      <p className="mt-2">{words.avatars.text}</p>
      <table className="border-line bg-surface mt-4 block w-full overflow-hidden rounded-card border text-left text-sm *:block sm:text-base [&_:is(th,td)]:min-w-0 [&_:is(th,td)]:flex-1 [&_:is(th,td)]:basis-[6.2rem] sm:[&_:is(th,td)]:basis-[7.5rem]">
        <caption className="sr-only">{words.avatars.title}</caption>
        <thead>
          <tr className="bg-sunken flex flex-wrap">
            {words.avatars.columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-2.5 font-bold sm:px-4">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {words.avatars.styles.map(({ style, artist, licence }) => (
            <tr key={style} className="border-line flex flex-wrap border-t">
              <th scope="row" className="px-2 py-2.5 font-bold sm:px-4">
                {style}
              </th>
              <td className="px-2 py-2.5 sm:px-4">{artist}</td>
              <td className="px-2 py-2.5 sm:px-4">
                {licence.url === undefined ? (
                  licence.name
                ) : (
                  <a
                    href={licence.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="text-primary underline underline-offset-4"
                  >
                    {licence.name}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Sections of={words.sections} />
    </Reading>
  );
}
