import * as listingCalls from "@market/contract/bundles/calls";
import { maxLength, maxPhotos, maxUnusedPhotos, mostDaysAhead } from "@market/contract/limits";
import * as bundleMessages from "@market/contract/bundles/messages";
import * as farewellMessages from "@market/contract/products/farewell-messages";
import * as pasteMessages from "@market/contract/products/paste-messages";
import * as sellingMessages from "@market/contract/products/selling-messages";
import { dayOf } from "@market/contract/products/product-form";
import { locationLabels, locationTypes } from "@market/contract/products/product";
import { type ChangeEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useSession } from "../identity/session.ts";
import { call } from "../api/client.ts";
import { removeShare } from "../browser/shares.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { PasteMessage } from "../selling/message/paste-message.tsx";
import type { MessageDraft } from "../selling/message/read-message.ts";
import { goToField } from "../selling/go-to-field.ts";
import { rememberPlace } from "../selling/last-place.ts";
import { ManyRow } from "../selling/many/many-row.tsx";
import {
  changed,
  checked,
  type Common,
  fieldId,
  isListed,
  joined,
  readRow,
  refused,
  type Row,
  rowFields,
  rowsOf,
  toggleId,
  withPhotos,
} from "../selling/many/rows.ts";
import {
  discardMany,
  emptyMany,
  type InitialMany,
  openMany,
  useManySaving,
} from "../selling/many/use-many-draft.ts";
import { manyOfShare } from "../selling/shared/forms-of-share.ts";
import { OfferStrip, SharedStrip, ShareNote } from "../selling/shared/shared-strip.tsx";
import { type Opening, type Shared, useOpening } from "../selling/shared/use-opening.ts";
import { pickPhotos } from "../photos/photo-pick.ts";
import { usePhotos } from "../photos/use-photos.ts";
import { useIncomingFiles } from "../photos/use-incoming-files.ts";
import { useReorder } from "../photos/use-reorder.ts";
import { listProduct, type SendResult } from "../selling/send-product.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { Select } from "../ui/select.tsx";
import { formToast, toast } from "../ui/toast.ts";

export function Component() {
  const session = useSession();
  const owner = session.status === "signed-in" ? session.user._id : "";
  const { opening, keep, take, begin } = useOpening({
    owner,
    isMany: true,
    openDraft: openMany,
    empty: emptyMany,
    fromShare: manyOfShare,
  });
  return (
    <div className="content max-w-[960px] py-6 md:py-10">
      <h1 className="text-2xl font-bold">{bundleMessages.sellManyTitle}</h1>
      <p className="text-muted mt-1 mb-6">{bundleMessages.sellManyNote}</p>
      {opening && (
        <ManyForm
          key={opening.form.key}
          owner={owner}
          opening={opening}
          onKeep={keep}
          onTake={take}
          onFresh={begin}
        />
      )}
    </div>
  );
}

/** The number of attempts for an item when the network fails, and the first pause in milliseconds. */
const attempts = 6;
const firstPause = 1000;
const dayLength = 86_400_000;
const addId = "many-add";

type Props = {
  owner: string;
  opening: Opening<InitialMany>;
  onKeep: (offered: Shared) => Promise<void>;
  onTake: (shared: Shared) => Promise<void>;
  onFresh: () => void;
};

function ManyForm({ owner, opening, onKeep, onTake, onFresh }: Props) {
  const { source, offered, note } = opening;
  const [initial] = useState(opening.form);
  const [isHeld, setHeld] = useState(initial.shared?.isHeld ?? false);
  const { queue, photos } = usePhotos(initial.photos, isHeld);
  const shared = initial.shared && { ...initial.shared, isHeld };
  // As in the form for one item.
  const release = () => {
    setHeld(false);
    queue.release();
  };
  const { state } = useLocation() as { state: { drafts?: readonly MessageDraft[] } | null };
  const [rows, setRows] = useState<readonly Row[]>(() => [
    ...initial.fields.rows,
    ...rowsOf(state?.drafts ?? []),
  ]);
  const [common, setCommon] = useState<Common>(initial.fields.common);
  const [commonErrors, setCommonErrors] = useState<CommonFaults>({});
  const [sending, setSending] = useState<number>();
  const [isDone, setDone] = useState(false);
  /** The id of the control that gets the focus, once its row is unfolded. */
  const [goTo, setGoTo] = useState<{ id: string }>();
  useEffect(() => {
    if (goTo) goToField(document.querySelector<HTMLElement>(`[id="${goTo.id}"]`));
  }, [goTo]);
  const [today] = useState(() => Date.now());
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  // Taken once: a reload finds them in the draft.
  const isGiven = state?.drafts !== undefined;
  useEffect(() => {
    if (isGiven) void navigate(paths.sellMany, { replace: true, state: null });
  }, [isGiven, navigate]);
  const isBusy = sending !== undefined;
  useSubmitBar();
  useManySaving({ owner, key: initial.key, shared, active: !isDone }, { rows, common }, photos);
  // Photos come and go by the queue; rows follow.
  const current = withPhotos(rows, photos);
  useEffect(() => setRows((before) => withPhotos(before, photos)), [photos]);

  const add = (files: readonly File[]) => {
    if (isBusy) return;
    const { taken, refusals } = pickPhotos("many", files, queue.photos().length);
    queue.add(taken);
    if (refusals.length > 0) toast.error(refusals.join(" "), { id: formToast });
  };
  useIncomingFiles(add);
  const remove = (row: Row) => {
    for (const key of row.photos) queue.remove(key);
    setRows((before) => before.filter(({ key }) => key !== row.key));
    const open = current.filter((other) => !isListed(other));
    const place = open.findIndex(({ key }) => key === row.key);
    const beside = open[place + 1] ?? open[place - 1];
    setGoTo({ id: beside ? toggleId(beside) : addId });
  };
  const takeMessage = (drafts: readonly MessageDraft[]) => {
    if (isBusy || drafts.length === 0) return;
    setRows((before) => withPhotos([...before, ...rowsOf(drafts)], photos));
    const place = drafts.find(({ address }) => address)?.address;
    if (place !== undefined && common.address === "") setCommon({ ...common, address: place });
  };
  const rowWith = (key: string) => current.find((row) => row.photos.includes(key));
  const join = (from: Row | undefined, onto: Row | undefined) => {
    if (isBusy || !from || !onto) return;
    setRows(joined(current, from, onto, maxPhotos));
    setGoTo({ id: toggleId(onto) });
  };
  const { dragged, grab } = useReorder(
    () => undefined,
    (key, onto) => join(rowWith(key), rowWith(onto)),
  );
  const put = (key: string, change: (row: Row) => Row) =>
    setRows((before) => before.map((row) => (row.key === key ? change(row) : row)));

  const send = async (row: Row): Promise<SendResult> => {
    const read = readRow(row, common);
    if ("failure" in read) return { failure: read.failure, faults: [] };
    const own = {
      photos: () =>
        row.photos.flatMap((key) => queue.photos().find((photo) => photo.key === key) ?? []),
      settled: () => queue.settled(row.photos),
      uploadAgain: () => queue.uploadAgain(row.photos),
    };
    for (let attempt = 1; ; attempt++) {
      const result = await listProduct({ key: row.key, seller: owner, product: read.value }, own);
      if (!("isUnreachable" in result) || attempt === attempts) return result;
      await new Promise((resolve) => setTimeout(resolve, firstPause * 2 ** (attempt - 1)));
    }
  };

  const finish = async (things: readonly Row[]) => {
    const productIds = things.flatMap(({ productId }) => productId ?? []);
    const body = { productIds, place: common.address, leavingOn: common.leavingOn };
    const headers = { "idempotency-key": initial.key };
    const { bundle } = await call(listingCalls.createBundle, { body, headers });
    setDone(true);
    rememberPlace(owner, common);
    await discardMany();
    if (shared) await removeShare(shared.id);
    toast.success(bundleMessages.allListed(productIds.length), { id: formToast });
    await navigate(paths.leaving(bundle.id), { replace: true });
  };

  const { run: submit } = useAction(async () => {
    if (isDone) return;
    if (current.length === 0) return toast.error(bundleMessages.addPhotos, { id: formToast });
    const ready = current.map((row) => checked(row, common));
    const faults = commonFaults(common);
    setRows(ready);
    setCommonErrors(faults);
    const [wrong] = [...ready.flatMap(wrongFields), ...Object.entries(faults)];
    if (wrong !== undefined) {
      const [id, reason] = wrong;
      setGoTo({ id });
      return toast.error(reason, { id: formToast });
    }
    const things = [...ready];
    for (const [place, row] of ready.entries()) {
      if (isListed(row)) continue;
      setSending(place);
      const result = await send(row);
      const next =
        result.failure === undefined
          ? { ...row, productId: result.sent._id }
          : refused(row, result.failure, result.faults);
      things[place] = next;
      put(row.key, () => next);
    }
    setSending(undefined);
    const failed = things.find((row) => !isListed(row));
    if (failed) {
      toast.error(bundleMessages.someFailed, { id: formToast });
      const [wrongField] = wrongFields(failed);
      setGoTo({ id: wrongField?.[0] ?? fieldId(failed, "name") });
      return;
    }
    await finish(things);
  });

  const clear = async () => {
    for (const { key } of photos) queue.remove(key);
    await discardMany();
  };
  const discard = async () => {
    await clear();
    if (shared) await removeShare(shared.id);
    onFresh();
  };
  const open = current.filter((row) => !isListed(row)).length;
  return (
    <>
      {note !== undefined && <ShareNote note={note} />}
      {offered && (
        <OfferStrip
          offered={offered}
          form="many"
          onKeep={() => void onKeep(offered)}
          onUse={() => void clear().then(() => onTake(offered))}
        />
      )}
      {!offered && shared && (
        <SharedStrip source={source} form="many" isHeld={isHeld} onDiscard={() => void discard()} />
      )}
      <form
        noValidate
        className="grid gap-5"
        onClickCapture={release}
        onInput={release}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="flex flex-wrap items-center gap-x-3">
          <Button
            id={addId}
            kind={current.length === 0 ? "primary" : "plain"}
            disabled={isBusy}
            onClick={() => input.current?.click()}
          >
            <Icon name="pictures" />
            {bundleMessages.addPhotos}
          </Button>
          <span className="text-muted text-sm tabular-nums" role="status">
            {bundleMessages.photosOf(photos.length, maxUnusedPhotos)}
          </span>
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            hidden
            aria-label={bundleMessages.addPhotos}
            onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
              add([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
        </div>
        <PasteMessage unread={source?.unread} onRead={takeMessage} />
        {current.length === 0 && (
          <ol className="bg-surface border-line rounded-card grid gap-4 border border-dashed p-5">
            {bundleMessages.manySteps.map((step, place) => (
              <li key={step} className="flex items-center gap-3">
                <span
                  className="bg-mint text-on-mint grid size-8 shrink-0 place-items-center rounded-full font-bold"
                  aria-hidden="true"
                >
                  {place + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
        )}
        {current.some(({ photos: own }) => own.length === 0) && (
          <p className="text-muted text-sm">{pasteMessages.needsPhoto}</p>
        )}
        {photos.length > 1 && <p className="text-muted text-sm">{bundleMessages.dragTogether}</p>}
        <fieldset disabled={isBusy} className="min-w-0">
          <ul className="grid grid-cols-1 gap-2" aria-label={bundleMessages.yourItems}>
            {current.map((row, place) => {
              const above = current.slice(0, place).findLast((other) => !isListed(other));
              return (
                <ManyRow
                  key={row.key}
                  row={row}
                  place={place}
                  photos={photos.filter(({ key }) => row.photos.includes(key))}
                  dragged={dragged}
                  canJoin={
                    row.photos.length > 0 && above !== undefined && above.photos.length < maxPhotos
                  }
                  onGrab={grab}
                  onChange={(change) => put(row.key, (before) => changed(before, change))}
                  onToggle={(isOpen) => put(row.key, (before) => ({ ...before, isOpen }))}
                  onJoin={() => join(row, above)}
                  onRemove={() => remove(row)}
                  onRetry={(key) => queue.retry(key)}
                />
              );
            })}
          </ul>
        </fieldset>
        {current.length > 0 && (
          <fieldset disabled={isBusy} className="border-line grid gap-4 border-t pt-5">
            <legend className="sr-only">{bundleMessages.forAll}</legend>
            <h2 className="text-lg font-bold">{bundleMessages.forAll}</h2>
            <div className="flex flex-wrap items-start gap-4 *:grow *:basis-[13rem]">
              <Field label={bundleMessages.place} error={commonErrors["many-place"]}>
                <input
                  id="many-place"
                  value={common.address}
                  maxLength={maxLength.address}
                  autoComplete="off"
                  placeholder={sellingMessages.addressExample}
                  onChange={({ currentTarget }) => {
                    setCommon({ ...common, address: currentTarget.value });
                    setCommonErrors({ ...commonErrors, "many-place": undefined });
                  }}
                />
              </Field>
              <Field label={bundleMessages.locationType}>
                <Select
                  value={common.locationType}
                  options={locationTypes.map((value) => ({ value, label: locationLabels[value] }))}
                  onChange={({ currentTarget }) =>
                    setCommon({ ...common, locationType: currentTarget.value })
                  }
                />
              </Field>
              <Field
                label={bundleMessages.leavingOn}
                hint={bundleMessages.firstNameShown}
                error={commonErrors["many-day"]}
              >
                <input
                  id="many-day"
                  type="date"
                  value={common.leavingOn}
                  min={dayOf(today)}
                  max={dayOf(today + mostDaysAhead * dayLength)}
                  onChange={({ currentTarget }) => {
                    setCommon({ ...common, leavingOn: currentTarget.value });
                    setCommonErrors({ ...commonErrors, "many-day": undefined });
                  }}
                />
              </Field>
            </div>
            <Link
              to={paths.farewell}
              className="inline-flex min-h-11 items-center justify-self-start underline"
            >
              {farewellMessages.sayPrivately}
            </Link>
          </fieldset>
        )}
        {current.length > 0 && (
          <div className="submit-bar bg-canvas border-line sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] md:-mx-6 md:px-6">
            <p className="text-muted grow text-sm tabular-nums" role="status">
              {isBusy && bundleMessages.listingNow(sending + 1, current.length)}
            </p>
            <Button type="submit" busy={isBusy} disabled={isDone}>
              {open === 0 ? bundleMessages.makeList : bundleMessages.listItems(open)}
            </Button>
          </div>
        )}
      </form>
    </>
  );
}

type CommonFaults = Partial<Record<"many-place" | "many-day", string>>;

/** Faults of the shared fields, by their ids and in the order of the screen. */
const commonFaults = ({ address, leavingOn }: Common): CommonFaults => ({
  ...(address.trim() === "" && { "many-place": bundleMessages.placeRequired }),
  ...(leavingOn === "" && { "many-day": bundleMessages.dayRequired }),
});

/** The ids of fields that cannot be sent, with the reasons. */
const wrongFields = (row: Row): [string, string][] =>
  rowFields.flatMap((field): [string, string][] => {
    const reason = row.faults?.[field];
    return reason === undefined ? [] : [[fieldId(row, field), reason]];
  });

function useSubmitBar(): void {
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add("has-submit-bar");
    return () => classList.remove("has-submit-bar");
  }, []);
}
