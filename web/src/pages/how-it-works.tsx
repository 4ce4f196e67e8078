import { platformFee } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { howItWorksPage as words } from "@market/contract/static-pages";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { buttonClass } from "../ui/button.tsx";
import { type PageHandle, title } from "./head.ts";
import { Parts, Reading } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** R217 to R221. */
export function Component() {
  return (
    <Reading title={words.title} lead={words.lead}>
      <Parts parts={words.steps} numbered />
      <p className="mt-8 flex flex-wrap items-center gap-3">
        {messages.platformFee} <span className="font-bold tabular-nums">₹{platformFee}</span>
        <span className="bg-marigold text-on-marigold rounded-full px-2.5 py-1 text-xs font-bold">
          {messages.earlyBird}
        </span>
      </p>
      <p className="mt-6">
        <Link to={paths.buy} className={buttonClass("primary")}>
          {words.browse}
        </Link>
      </p>
    </Reading>
  );
}
