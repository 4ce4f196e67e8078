import { messages } from "@market/contract/messages";
import { locationLabels, type Product } from "@market/contract/products";
import { memo, useRef } from "react";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { ageOf } from "./age.ts";
import { Badge, type BadgeKind } from "./badge.tsx";
import { HeartButton } from "./heart-button.tsx";
import { loadDetail } from "./item-dialog.tsx";
import { PhotoStrip } from "./photo-strip.tsx";
import { formatPrice } from "@market/contract/price";
import { useSlideshow } from "./use-slideshow.ts";

type Props = {
  product: Product;
  /** Where the whole card leads: the same page with the product's dialog open. In a new tab it is the product's own page. */
  to: string;
  /** Milliseconds since 1970; ages are counted from here. */
  now: number;
  /** Milliseconds between two photos while a mouse rests on the card. */
  interval: number;
  sizes: string;
  badge?: BadgeKind;
  /** Stands on the first screen. */
  eager?: boolean;
  /** Whether it has a heart; sold ones have none unless said. */
  savable?: boolean;
};

/** In place of a card's true width: the browser takes the smallest photo that there is. Not for a photo that is on its way already. */
const smallest = "1px";

/** A product in a grid, and the heart that saves it beside the one link that the card is. Drawn anew only when it changes. */
export const Card = memo(function Card({ savable, ...card }: Props) {
  return (
    <div className="relative h-full">
      <CardLink {...card} />
      {(savable ?? !card.product.isSold) && <HeartButton product={card.product} on="photo" />}
    </div>
  );
});

/** The photo carries the colour, the price comes first. Sold ones lead nowhere. */
function CardLink({ product, to, now, interval, sizes, badge, eager }: Props) {
  const { name, images, isSold } = product;
  const box = useRef<HTMLDivElement>(null);
  const show = useSlideshow(box, isSold ? 1 : images.length, interval);
  const { isSparing } = show;
  const inside = (
    <>
      <div ref={box} className="bg-line relative aspect-4/5">
        <PhotoStrip
          images={images}
          alt={name}
          sizes={isSparing && !eager ? smallest : sizes}
          eager={eager}
          index={show.index}
          onIndex={show.turnTo}
          places={show.places}
          fetched={show.fetched}
          blurred={show.isNear}
        />
        {badge && !isSold && <Badge kind={badge} />}
        {images.length > 1 && !isSold && <Count now={show.index + 1} of={images.length} />}
        {isSold && <SoldMark />}
      </div>
      <div className="space-y-0.5 p-3">
        <p className="flex items-baseline justify-between gap-x-2 md:flex-wrap">
          <span className="text-[min(1rem,5.5vw)] font-bold tabular-nums md:text-base lg:text-lg">
            {formatPrice(product.price)}
          </span>
          <span className="text-muted truncate text-xs">{ageOf(product.createdAt, now)}</span>
        </p>
        <h3 className="line-clamp-1 text-sm max-md:break-all md:line-clamp-2 md:text-base">
          {name}
        </h3>
        <p className="text-muted truncate text-xs">
          {product.condition} · {locationLabels[product.locationType]}
        </p>
      </div>
    </>
  );
  const look = "card block h-full overflow-hidden rounded-card border border-line bg-surface";
  if (isSold) {
    return (
      <div className={`${look} is-sold`} aria-disabled="true">
        {inside}
      </div>
    );
  }
  return (
    <Link
      to={to}
      href={paths.item(product._id)}
      state={{ isFromCard: true }}
      preventScrollReset
      className={look}
      onPointerEnter={(event) => {
        show.handlers.onPointerEnter(event);
        if (!isSparing) loadDetail();
      }}
      onPointerLeave={show.handlers.onPointerLeave}
      onTouchStart={show.handlers.onTouchStart}
      onFocus={isSparing ? undefined : loadDetail}
    >
      {inside}
    </Link>
  );
}

function Count({ now, of }: { now: number; of: number }) {
  return (
    <span
      className="absolute right-2 bottom-2 rounded-full bg-[#14181fc7] px-2 py-0.5 text-xs text-white tabular-nums"
      aria-hidden="true"
    >
      {now}/{of}
    </span>
  );
}

function SoldMark() {
  return (
    <span className="absolute inset-0 grid place-items-center">
      <span className="bg-scrim/85 rounded-full px-4 py-1.5 font-bold text-white">
        {messages.sold}
      </span>
    </span>
  );
}
