import { formatPrice } from "@market/contract/price";
import * as dealMessages from "@market/contract/deals/messages";
import * as itemMessages from "@market/contract/products/messages";
import type { Product } from "@market/contract/products/product";
import { type ReactNode, useState } from "react";
import { paths } from "../../routing/paths.ts";
import { Button, buttonClass, type ButtonKind } from "../../ui/button.tsx";
import { CloseButton, Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { toast } from "../../ui/toast.ts";

type ShareProps = {
  product: Product;
  kind?: ButtonKind;
  className?: string;
  label?: string;
};

/** Shares the public page, by the system's sheet where there is one. */
export function ShareButton({ product, kind = "plain", className, label }: ShareProps) {
  const [offered, setOffered] = useState<Shared>();
  const share = async () => {
    const shared = sharedOf(product, location.origin);
    if (!(await shareBySystem(shared))) setOffered(shared);
  };
  return (
    <>
      <Button kind={kind} className={className} aria-label={label} onClick={() => void share()}>
        <Icon name="share" />
        {itemMessages.share}
      </Button>
      {offered && <ShareSheet shared={offered} onClose={() => setOffered(undefined)} />}
    </>
  );
}

type SheetProps = {
  shared: Shared;
  title?: string;
  className?: string;
  onClose: () => void;
  children?: ReactNode;
};

/** The system's sheet where there is one, WhatsApp, and the link. */
export function ShareSheet({
  shared,
  title = itemMessages.shareTitle,
  className = "",
  onClose,
  children,
}: SheetProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(shared.url);
      onClose();
      toast.success(itemMessages.linkCopied);
    } catch {
      toast.error(itemMessages.copyFailed);
    }
  };
  return (
    <Dialog open onClose={onClose} label={title} className={`dialog-sheet ${className}`}>
      <div className="grid gap-4 p-4 md:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl font-bold">{title}</h2>
          <CloseButton onClick={onClose} />
        </div>
        {children}
        <label className="grid gap-1.5">
          <span className="text-muted text-sm font-bold">{itemMessages.link}</span>
          <input
            readOnly
            value={shared.url}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className="border-control bg-canvas min-h-12 w-full rounded-button border px-3"
          />
        </label>
        <div className="grid gap-2 sm:grid-cols-2">
          <a
            href={messengerLink(shared)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
            className={buttonClass("whatsapp", "min-h-14")}
          >
            {itemMessages.shareOnWhatsApp}
          </a>
          <Button kind="plain" className="min-h-14" onClick={() => void copy()}>
            {itemMessages.copyLink}
          </Button>
          {children !== undefined && canShareBySystem() && (
            <Button
              kind="quiet"
              className="sm:col-span-2"
              onClick={() => void shareBySystem(shared)}
            >
              <Icon name="share" />
              {dealMessages.shareElsewhere}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

export type Shared = { title: string; text: string; url: string };

export function sharedOf(product: Product, origin: string): Shared {
  const { name, price } = product;
  return {
    title: name,
    text: itemMessages.shareText(name, formatPrice(price)),
    url: origin + shortestPathOf(product),
  };
}

/** Carts and caches from before short addresses have none. */
export const shortestPathOf = ({ _id, code }: Pick<Product, "_id"> & { code?: string }): string =>
  code === undefined ? paths.item(_id) : paths.short(code);

export function messengerLink({ text, url }: Shared): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`;
}

const canShareBySystem = () => typeof navigator.share === "function";

/** Opens the system's share sheet. @returns false where there is none, or it failed */
export async function shareBySystem(shared: Shared): Promise<boolean> {
  if (!canShareBySystem()) return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (failure) {
    return failure instanceof DOMException && failure.name === "AbortError";
  }
}
