import { mediumDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/keys/calls";
import type { OwnKey as Key } from "@market/contract/keys/endpoints";
import * as messages from "@market/contract/keys/own-key-messages";
import * as itemMessages from "@market/contract/products/messages";
import * as shellMessages from "@market/contract/shell/messages";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { useChange } from "../api/queries.ts";
import { QrCode } from "../bundles/qr-code.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { toast } from "../ui/toast.ts";

const ownKey = queryOptions({
  queryKey: ["own", "key"],
  queryFn: async ({ signal }) => (await call(calls.getKey, { signal })).key,
});

export function OwnKey() {
  const { data: key } = useQuery(ownKey);
  const change = useChange<Key | null>(ownKey.queryKey);
  const { url, make, isMaking, close } = useNewKey();
  const keep = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const {
    run: end,
    isPending: isEnding,
    isSuccess: hasEnded,
  } = useAction(
    async () => {
      await call(calls.endKey);
      setIsAsking(false);
      change(() => null);
      toast.success(messages.ended);
    },
    (failure) => {
      setIsAsking(false);
      toast.error(describeFailure(failure));
    },
  );
  // The button that asked goes with the key.
  useEffect(() => {
    if (hasEnded) keep.current?.focus();
  }, [hasEnded]);
  if (key === undefined) return null;
  return (
    <section aria-labelledby="own-key" className="grid gap-3">
      <h2 id="own-key" className="text-xl font-bold">
        {messages.heading}
      </h2>
      <p className="text-muted">
        {key === null
          ? messages.explained
          : messages.has(mediumDateOf(key.createdAt), mediumDateOf(key.endsAt))}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button ref={keep} kind="plain" busy={isMaking} onClick={() => make()}>
          {key === null ? messages.keep : messages.keepNew}
        </Button>
        {key !== null && (
          <Button kind="danger" onClick={() => setIsAsking(true)}>
            {messages.end}
          </Button>
        )}
      </div>
      {url !== undefined && <NewKey url={url} onClose={close} />}
      <Confirm
        open={isAsking}
        title={messages.askEnd}
        cancel={shellMessages.cancel}
        confirm={messages.end}
        busy={isEnding}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => end()}
      >
        {messages.endMeans}
      </Confirm>
    </section>
  );
}

/** Makes a key to send to another mailbox or a chat before the college account ends. */
export function SendKey() {
  const { url, make, isMaking, close } = useNewKey();
  return (
    <section aria-labelledby="send-key" className="grid grid-cols-1 gap-3">
      <h2 id="send-key" className="text-xl font-bold">
        {messages.send}
      </h2>
      <p className="text-muted">{messages.sendExplained}</p>
      <Button kind="plain" busy={isMaking} onClick={() => make()}>
        {messages.send}
      </Button>
      {url !== undefined && <NewKey url={url} onClose={close} />}
    </section>
  );
}

/** A key that is made here, until it is closed; the profile then says that there is one. */
function useNewKey() {
  const queries = useQueryClient();
  const [url, setUrl] = useState<string>();
  const { run: make, isPending: isMaking } = useAction(async () => {
    setUrl((await call(calls.makeKey)).url);
    await queries.invalidateQueries({ queryKey: ownKey.queryKey });
  });
  return { url, make, isMaking, close: () => setUrl(undefined) };
}

/** Stays until it is closed, because it cannot be shown again. */
function NewKey({ url, onClose }: { url: string; onClose: () => void }) {
  usePrintedAlone();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(messages.copied);
    } catch {
      toast.error(itemMessages.copyFailed);
    }
  };
  return (
    <Dialog open onClose={onClose} label={messages.yours} className="dialog-sheet">
      <div className="printed-key grid gap-4 p-4 md:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl font-bold">{messages.yours}</h2>
          <span className="not-printed">
            <CloseButton onClick={onClose} />
          </span>
        </div>
        <p>{messages.shownOnce}</p>
        <div className="border-line mx-auto w-44 overflow-hidden rounded-card border">
          <QrCode url={url} label={messages.code} />
        </div>
        <label className="grid gap-1.5">
          <span className="text-muted text-sm font-bold">{messages.address}</span>
          <textarea
            readOnly
            rows={2}
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className="border-control bg-canvas w-full rounded-button border p-3 wrap-anywhere"
          />
        </label>
        <div className="not-printed flex flex-wrap gap-2 *:flex-1">
          <Button kind="plain" onClick={() => void copy()}>
            {messages.copy}
          </Button>
          {typeof navigator.share === "function" && (
            <Button
              kind="plain"
              onClick={() => void navigator.share({ url }).catch(() => undefined)}
            >
              <Icon name="share" />
              {messages.share}
            </Button>
          )}
          <a href={mailOf(url)} className={buttonClass("plain")}>
            {messages.mail}
          </a>
          <Button kind="plain" onClick={() => print()}>
            {messages.print}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const mailOf = (url: string): string =>
  `mailto:?subject=${encodeURIComponent(messages.yours)}&body=${encodeURIComponent(url)}`;

/** Not in the style sheet, which every page loads first. */
const onPaper = `@media print {
  html, body { height: 100%; overflow: hidden; }
  body * { visibility: hidden; }
  .printed-key, .printed-key * { visibility: visible; }
  .printed-key .not-printed, .printed-key .not-printed * { visibility: hidden; }
}`;

function usePrintedAlone(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(onPaper);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, []);
}
