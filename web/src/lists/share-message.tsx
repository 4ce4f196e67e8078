import * as calls from "@market/contract/sharing/calls";
import * as messages from "@market/contract/sharing/messages";
import * as itemMessages from "@market/contract/products/messages";
import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { toast } from "../ui/toast.ts";

type Props = {
  query: Readonly<Record<string, string>>;
  /** Replaces `Share as a message`; on phones only the icon is shown. */
  shortLabel?: string;
  className?: string;
};

/** Shares new listings as a message: by the system's sheet where there is one, else by WhatsApp or the clipboard. */
export function ShareMessage({ query, shortLabel, className = "" }: Props) {
  const [text, setText] = useState<string>();
  const { run: share, isPending } = useAction(async () => {
    const search = new URLSearchParams(query).toString();
    const answer = await fetch(`${calls.newItemsMessage.path}?${search}`);
    if (!answer.ok) throw new Error("digest");
    const message = await answer.text();
    if (typeof navigator.share !== "function") return setText(message);
    await navigator.share({ text: message }).catch(() => undefined);
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text ?? "");
      setText(undefined);
      toast.success(messages.messageCopied);
    } catch {
      toast.error(itemMessages.copyFailed);
    }
  };
  return (
    <>
      <Button kind="plain" className={className} busy={isPending} onClick={() => share()}>
        <Icon name="share" />
        {shortLabel === undefined ? (
          messages.shareAsMessage
        ) : (
          <span className="max-sm:sr-only">{shortLabel}</span>
        )}
      </Button>
      {text !== undefined && (
        <Dialog
          open
          onClose={() => setText(undefined)}
          label={messages.messageTitle}
          className="dialog-sheet"
        >
          <div className="grid gap-4 p-4 md:p-6">
            <div className="flex items-center justify-between gap-4">
              <h2 className="text-xl font-bold">{messages.messageTitle}</h2>
              <CloseButton onClick={() => setText(undefined)} />
            </div>
            <label className="grid gap-1.5">
              <span className="text-muted text-sm font-bold">{messages.yourMessage}</span>
              <textarea
                readOnly
                rows={8}
                value={text}
                className="border-control bg-canvas w-full rounded-button border p-3"
              />
            </label>
            <div className="grid gap-2 sm:grid-cols-2">
              <a
                href={`https://wa.me/?text=${encodeURIComponent(text)}`}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass("whatsapp", "min-h-14")}
              >
                {itemMessages.shareOnWhatsApp}
              </a>
              <Button kind="plain" className="min-h-14" onClick={() => void copy()}>
                {messages.copyMessage}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
