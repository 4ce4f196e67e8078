import { messages } from "@market/contract/messages";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";

/** What one can do here (R090 to R093). */
export function HomeTiles() {
  return (
    <section className="content pt-8 md:pt-12">
      <h1 className="text-2xl font-bold md:text-3xl">{messages.campusTiles}</h1>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(max(5.9rem,30%),1fr))] gap-3 md:mt-6 md:grid-cols-[repeat(auto-fit,minmax(max(9rem,30%),1fr))] md:gap-5">
        <li>
          <Link to={paths.buy} className="pressable tile bg-primary text-on-primary">
            <TileWords icon="buy" name={messages.tileBuy} note={messages.tileBuyNote} />
          </Link>
        </li>
        <li>
          <Link to={paths.sell} className="pressable tile bg-marigold text-on-marigold">
            <TileWords icon="tag" name={messages.tileSell} note={messages.tileSellNote} />
          </Link>
        </li>
        <li>
          <div className="tile border-control text-muted border border-dashed">
            <TileWords icon="hand" name={messages.tileRequest} note={messages.tileRequestNote} />
            <span className="bg-line text-ink absolute top-2 right-2 rounded-full px-2 py-0.5 text-xs font-bold md:top-4 md:right-4">
              {messages.soon}
            </span>
          </div>
        </li>
      </ul>
    </section>
  );
}

function TileWords({ icon, name, note }: { icon: IconName; name: string; note: string }) {
  return (
    <>
      <Icon name={icon} className="size-8 md:size-10" />
      <span>
        <span className="block text-sm font-bold whitespace-nowrap sm:text-base sm:tracking-wide md:text-xl">
          {name}
        </span>
        <span className="hidden text-sm md:block">{note}</span>
      </span>
    </>
  );
}
