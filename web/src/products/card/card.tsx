import * as cardsMessages from "@market/contract/cards/messages";
import * as homeMessages from "@market/contract/pages/home-messages";
import { locationLabels, type Product } from "@market/contract/products/product";
import { memo, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { isPlainClick } from "../../browser/plain-click.ts";
import { paths } from "../../routing/paths.ts";
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
  mark?: ReactNode;
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
          sizes={isSparing && !eager ? smallest : sizes}
          eager={eager}
          {...show.strip}
        />
        {own && (
          <span className="bg-primary text-on-primary absolute top-2 left-2 rounded-full px-2.5 py-0.5 text-xs font-bold">
            {cardsMessages.yours}
          </span>
        )}
        <div className="pointer-events-none absolute inset-x-0 bottom-0 text-xs text-white">
          {!isSold && (
            <div className="flex flex-wrap gap-1 px-2 pb-2">
              {badge && <Badge text={badges[badge]} />}
              {card.mark}
              {images.length > 1 && note === undefined && (
                <span className={`${onPhoto} ml-auto tabular-nums`} aria-hidden="true">
                  {show.strip.index + 1}/{images.length}
                </span>
              )}
            </div>
          )}
          {note !== undefined && (
            <p className="bg-scrim/85 px-1 py-1 text-center font-bold">{note}</p>
          )}
        </div>
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
          {card.besidePrice ??
            (product.previousPrice !== undefined && (
              <span className="text-muted text-xs">
                {cardsMessages.priceWas(formatPrice(product.previousPrice))}
              </span>
            ))}
        </p>
        <h3 className="line-clamp-2 text-sm md:text-base">{name}</h3>
        <p className="card-meta card-state text-muted text-xs">
          <span>{product.condition}</span> <span>{locationLabels[product.locationType]}</span>
        </p>
        <p className="card-meta text-muted text-xs">
          <span>{ageOf(product.createdAt, now)}</span>{" "}
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

function noteOf({ expired, reservedUntil }: Product): string | undefined {
  if (expired) return cardsMessages.expired;
  return reservedUntil && cardsMessages.reservedUntil(weekdayOf(reservedUntil));
}

export type BadgeKind = "top-pick" | "just-arrived";

const badges: Record<BadgeKind, string> = {
  "top-pick": homeMessages.topPicks,
  "just-arrived": homeMessages.justArrived,
};

const onPhoto = "bg-shade rounded-full px-2 py-0.5";

/** R096, R099. */
export const Badge = ({ text }: { text: string }) => <span className={onPhoto}>{text}</span>;
