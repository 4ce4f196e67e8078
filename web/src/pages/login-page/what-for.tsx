import { logInFor } from "@market/contract/identity/login-messages";
import { formatPrice } from "@market/contract/price";
import * as itemMessages from "@market/contract/products/messages";
import type { ReactNode } from "react";
import { fallbackPhoto, Photo } from "../../photos/photo.tsx";
import { paths } from "../../routing/paths.ts";
import { Icon, type IconName } from "../../ui/more-icons.tsx";
import type { LoginState } from "../../identity/guard.tsx";
import { wantedItem, wantedName, wantedPage } from "../../identity/sign-in/wanted-page.ts";

const pages: [start: string, page: keyof typeof logInFor, icon: IconName][] = [
  [paths.sell, "sell", "tag"],
  [paths.editProduct(""), "editing", "pencil"],
  [paths.buy, "buy", "buy"],
  [paths.saved, "saved", "heart"],
  [paths.cart, "cart", "cart"],
  [paths.profile, "profile", "person"],
  [paths.notices, "notices", "bell"],
  [paths.farewell, "farewell", "hand"],
];

type WhatFor = { intro: ReactNode; picture?: ReactNode };

/** What the login is for, and a picture of it (R1137); undefined for a visitor who just logs in. */
export function whatFor({ reason, item }: LoginState): WhatFor | undefined {
  if (reason !== undefined)
    return { intro: <p role="status">{reason}</p>, picture: item && <ItemPicture item={item} /> };
  const address = wantedPage();
  if (address === undefined) return undefined;
  if (wantedItem() !== undefined)
    return { intro: <p role="status">{itemMessages.logInToChat(wantedName())}</p> };
  const known = pages.find(([start]) => address.startsWith(start));
  if (!known) return undefined;
  const [, page, icon] = known;
  const { title, text } = logInFor[page];
  return {
    intro: <p role="status">{title}.</p>,
    picture: <PagePicture icon={icon} text={text} />,
  };
}

function ItemPicture({ item: { images, price } }: { item: NonNullable<LoginState["item"]> }) {
  return (
    <div className="bg-line rounded-card relative aspect-4/3 overflow-hidden md:aspect-auto md:size-full md:min-h-96">
      <Photo image={images[0] ?? fallbackPhoto} alt="" sizes="(width < 768px) 90vw, 400px" />
      <p className="bg-surface text-ink absolute bottom-3 left-3 rounded-full px-3 py-1 font-bold tabular-nums">
        {formatPrice(price)}
      </p>
    </div>
  );
}

function PagePicture({ icon, text }: { icon: IconName; text: string }) {
  return (
    <div className="bg-mint text-on-mint rounded-card grid min-h-48 content-center justify-items-center gap-4 p-6 text-center md:size-full md:min-h-96">
      <Icon name={icon} className="size-16" />
      <p className="max-w-[28ch] text-balance">{text}</p>
    </div>
  );
}
