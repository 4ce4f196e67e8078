import * as cardsMessages from "@market/contract/cards/messages";
import * as homeMessages from "@market/contract/pages/home-messages";
import { locationLabels, type Product } from "@market/contract/products/product";
import { memo, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { isPlainClick } from "../../browser/plain-click.ts";
import { paths } from "../../routing/paths.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { ageOf } from "./age.ts";
import { HeartButton } from "../../saved/heart-button.tsx";
import { isOwn, useSession } from "../../identity/session.ts";
import { loadDetail } from "../item/item-dialog.tsx";
import { PhotoStrip } from "../../photos/photo-strip.tsx";
import { dateOf, dayAndMonthOf, weekdayOf } from "@market/contract/dates";
import { formatPrice } from "@market/contract/price";
import { useSlideshow } from "../../photos/use-slideshow.ts";

export type CardProps = {
  product: Product;
  /** The same page with the product's dialog open; in a new tab it is the product's own page. */
  to: string;
  now: number;
  interval: number;
  sizes: string;
  badge?: BadgeKind;
  /** Replaces the badge. */
  mark?: ReactNode;
  /** Replaces the listing's age. */
  besidePrice?: ReactNode;
  eager?: boolean;
  /** Whether it has a heart; by default unless it is sold. */
  savable?: boolean;
};

const smallest = "1px";

export const Card = memo(function Card(card: CardProps) {
  const { product, to, now, interval, sizes, badge, eager } = card;
  const { name, images, isSold } = product;
  const session = useSession();
  const own = isOwn(product, session);
  const navigate = useNavigate();
  const show = useSlideshow(isSold ? 1 : images.length, interval);
  const { isSparing } = show;
  const note = noteOf(product);
  const inside = (
    <>
      <div className="bg-line relative aspect-4/5">
        <PhotoStrip
          images={images}
          alt={name}
          sizes={isSparing && !eager ? smallest : sizes}
          eager={eager}
          {...show.strip}
        />
        {badge && !isSold && <Badge {...badges[badge]} />}
        {card.mark}
        {own && (
          <span
            className={`bg-primary text-on-primary absolute left-2 rounded-full px-2.5 py-0.5 text-xs font-bold ${note === undefined ? "bottom-2" : "bottom-8"}`}
          >
            {cardsMessages.yours}
          </span>
        )}
        {note !== undefined && (
          <span className="bg-scrim/85 absolute inset-x-0 bottom-0 px-1 py-1 text-center text-xs font-bold text-white">
            {note}
          </span>
        )}
        {images.length > 1 && !isSold && note === undefined && (
          <span
            className="absolute right-2 bottom-2 rounded-full bg-shade px-2 py-0.5 text-xs text-white tabular-nums"
            aria-hidden="true"
          >
            {show.strip.index + 1}/{images.length}
          </span>
        )}
        {isSold && (
          <span className="absolute inset-0 grid place-items-center">
            <span className="bg-scrim/85 rounded-full px-4 py-1.5 font-bold text-white">
              {cardsMessages.sold}
            </span>
          </span>
        )}
      </div>
      <div className="card-words p-3">
        <p className="card-price">
          <span className="font-bold tabular-nums md:text-base lg:text-lg">
            {formatPrice(product.price)}
          </span>{" "}
          {card.besidePrice ?? (
            <span className="text-muted text-xs">
              {product.previousPrice === undefined
                ? ageOf(product.createdAt, now)
                : cardsMessages.priceWas(formatPrice(product.previousPrice))}
            </span>
          )}
        </p>
        <h3 className="line-clamp-2 text-sm md:text-base">{name}</h3>
        <p className="card-meta text-muted text-xs">
          <span>{product.condition}</span> <span>{locationLabels[product.locationType]}</span>{" "}
          {product.negotiable && <span>{cardsMessages.negotiable}</span>}{" "}
          {product.availableFrom && (
            <span>{cardsMessages.availableFrom(dateOf(product.availableFrom))}</span>
          )}{" "}
          {product.unconfirmedSince && (
            <span>{cardsMessages.unconfirmedSince(dayAndMonthOf(product.unconfirmedSince))}</span>
          )}
        </p>
      </div>
    </>
  );
  const look = `card block h-full overflow-hidden rounded-card border bg-surface ${own ? "border-primary" : "border-line"}`;
  const link = isSold ? (
    <div className={`${look} is-sold`} aria-disabled="true">
      {inside}
    </div>
  ) : (
    <a
      href={paths.item(product._id)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        const replace = new URL(to, location.href).href === location.href;
        void navigate(to, { replace, state: { isFromCard: true }, preventScrollReset: true });
      }}
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
    </a>
  );
  return (
    <div className="relative h-full">
      {link}
      {(card.savable ?? !isSold) && <HeartButton product={product} on="photo" />}
    </div>
  );
});

/** The label across the photo of an expired or reserved product. */
function noteOf({ expired, reservedUntil }: Product): string | undefined {
  if (expired) return cardsMessages.expired;
  return reservedUntil && cardsMessages.reservedUntil(weekdayOf(reservedUntil));
}

type BadgeProps = { text: string; icon: IconName; className: string };
export type BadgeKind = "top-pick" | "just-arrived";

const badges: Record<BadgeKind, BadgeProps> = {
  "top-pick": {
    text: homeMessages.topPicks,
    icon: "star",
    className: "bg-marigold text-on-marigold",
  },
  "just-arrived": {
    text: homeMessages.justArrived,
    icon: "clock",
    className: "bg-mint text-on-mint",
  },
};

/** R096, R099. */
export function Badge({ text, icon, className }: BadgeProps) {
  return (
    <span
      className={`absolute top-2 left-2 flex max-w-[calc(100%-60px)] items-center gap-1 rounded-[14px] py-1 px-2.5 text-xs sm:pl-1.5 font-bold ${className}`}
    >
      <Icon name={icon} className="size-4 max-sm:hidden" />
      <span className="min-w-0">{text}</span>
    </span>
  );
}
