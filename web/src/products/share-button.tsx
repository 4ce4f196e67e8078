import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useState } from "react";
import { Button, buttonClass } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.ts";
import { messengerLink, shareBySystem, type Shared, sharedOf } from "./share.ts";

/** Shares the product's public page: by the system's sheet where there is one, else by a small one of ours. */
export function ShareButton({ product, className }: { product: Product; className?: string }) {
  const [offered, setOffered] = useState<Shared>();
  const share = async () => {
    const shared = sharedOf(product, location.origin);
    if (!(await shareBySystem(shared))) setOffered(shared);
  };
  return (
    <>
      <Button kind="plain" className={className} onClick={() => void share()}>
        <Icon name="share" />
        {messages.share}
      </Button>
      <Dialog
        open={offered !== undefined}
        onClose={() => setOffered(undefined)}
        label={messages.shareTitle}
        className="dialog-sheet"
      >
        {offered && <ShareSheet shared={offered} onClose={() => setOffered(undefined)} />}
      </Dialog>
    </>
  );
}

function ShareSheet({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(shared.url);
      onClose();
      toast.success(messages.linkCopied);
    } catch {
      toast.error(messages.copyFailed);
    }
  };
  return (
    <div className="grid gap-4 p-4 md:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-xl font-bold">{messages.shareTitle}</h2>
        <CloseButton onClick={onClose} />
      </div>
      <label className="grid gap-1.5">
        <span className="text-muted text-sm font-bold">{messages.link}</span>
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
          {messages.shareOnWhatsApp}
        </a>
        <Button kind="plain" className="min-h-14" onClick={() => void copy()}>
          {messages.copyLink}
        </Button>
      </div>
    </div>
  );
}
