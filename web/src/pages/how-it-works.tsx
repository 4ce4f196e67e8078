import { howItWorksPage as words } from "@market/contract/pages/static-pages";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";
import { PlatformFee } from "../cart/platform-fee.tsx";
import { buttonClass } from "../ui/button.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading, Steps } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** How it works (R217 to R221). */
export function Component() {
  return (
    <Reading title={words.title} lead={words.lead}>
      <Steps of={words.steps} />
      {[words.number, words.chat].map((section) => (
        <section key={section.title}>
          <h2 className="mt-10 mb-4 text-xl font-bold">{section.title}</h2>
          <ul className="grid gap-4 sm:grid-cols-3">
            {section.points.map(({ title: heading, text }) => (
              <li key={heading} className="border-line bg-surface rounded-card border p-5">
                <h3 className="text-lg font-bold">{heading}</h3>
                <p className="text-muted mt-1">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <PlatformFee className="mt-8 gap-3" />
      <p className="mt-6">
        <Link to={paths.buy} className={buttonClass("primary")}>
          {words.browse}
        </Link>
      </p>
    </Reading>
  );
}
