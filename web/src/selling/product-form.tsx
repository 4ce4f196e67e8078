import * as pasteMessages from "@market/contract/products/paste-messages";
import * as sellingMessages from "@market/contract/products/selling-messages";
import * as shellMessages from "@market/contract/shell/messages";
import {
  checkProduct,
  type ProductDraft,
  type ProductInput,
  productFields,
} from "@market/contract/products/product-form";
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import { paths } from "../routing/paths.ts";
import { DescriptionDialog } from "../descriptions/description-dialog.tsx";
import { PhotoPicker } from "../photos/photo-picker.tsx";
import type { FormPhoto, PhotoQueue } from "../photos/photo-queue.ts";
import { type FormErrors, ProductFields } from "./product-fields.tsx";
import { guessCategory } from "./guess-category.ts";
import { faultsOnScreen, whyNotReady } from "./readiness.ts";
import { goToField } from "./go-to-field.ts";
import { fieldsOf } from "./message/fields-of-draft.ts";
import { PasteMessage } from "./message/paste-message.tsx";
import type { MessageDraft } from "./message/read-message.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";

type SubmitState = "editing" | "processing" | "done";
/** The fault of a field; `images` and `images.2` are the photos. */
export type FieldFault = { field: string; message: string };
type Props = {
  form: "sell" | "edit";
  fields: ProductDraft;
  /** Fields that a message has filled. */
  filled?: readonly string[];
  /** A message in which no item was found. */
  unread?: string;
  queue: PhotoQueue;
  photos: readonly FormPhoto[];
  state: SubmitState;
  labels: { idle: string; working: string; done: string };
  children?: ReactNode;
  belowName?: ReactNode;
  onChange?: (fields: ProductDraft) => void;
  onNotice: (kind: "success" | "error", sentence: string) => void;
  onSubmit: (product: ProductInput) => Promise<readonly FieldFault[]>;
};

/** The form starts with the place of the last listing, which the student did not type. */
const typedByHand = ["name", "price", "description", "category", "condition"] as const;

export function ProductForm(props: Props) {
  const { form, queue, photos, state, onNotice } = props;
  const [typed, setTyped] = useState(props.fields);
  const [errors, setErrors] = useState<FormErrors>({});
  const [isWriting, setIsWriting] = useState(false);
  /** Fields that a message has filled and the student has not changed since. */
  const [fromMessage, setFromMessage] = useState<readonly string[]>(props.filled ?? []);
  const [offered, setOffered] = useState<Partial<ProductDraft>>();
  const navigate = useNavigate();
  const photoButton = useRef<HTMLButtonElement>(null);
  const { faults = [] } = checkProduct(form, typed, photos.length);

  const tell = useEffectEvent((fields: ProductDraft) => props.onChange?.(fields));
  const content = JSON.stringify(typed);
  useEffect(() => tell(JSON.parse(content) as ProductDraft), [content]);
  useEffect(() => setErrors((before) => ({ ...before, images: undefined })), [photos.length]);

  const change = (changed: Partial<ProductDraft>) => {
    setTyped((before) => ({
      ...before,
      ...(changed.description === "" && { drafted: "false" }),
      ...changed,
    }));
    const touched = Object.keys(changed);
    setFromMessage((before) => before.filter((field) => !touched.includes(field)));
    const corrected = touched.map((field) => [field, undefined]);
    setErrors((before) => ({ ...before, ...Object.fromEntries(corrected) }));
  };
  const fill = (read: Partial<ProductDraft>) => {
    setOffered(undefined);
    change(read);
    setFromMessage(Object.keys(read));
  };
  const take = (drafts: readonly MessageDraft[]) => {
    const [first] = drafts;
    if (first === undefined) return;
    if (drafts.length > 1) return void navigate(paths.sellMany, { state: { drafts } });
    const read = fieldsOf(first);
    const isTyped = typedByHand.some(
      (field) => read[field] !== undefined && !["", read[field]].includes(typed[field]),
    );
    if (isTyped) setOffered(read);
    else fill(read);
  };
  const show = (found: readonly FieldFault[]) => {
    const known = found.flatMap(({ field, message }) => {
      const name = [...productFields, "availableFrom" as const, "images" as const].find(
        (each) => each === field.split(".")[0],
      );
      return name ? [{ name, message }] : [];
    });
    setErrors(Object.fromEntries(known.map(({ name, message }) => [name, message])));
    const [first] = known;
    // The controls of a disabled form take the focus a frame later.
    requestAnimationFrame(() => {
      if (first?.name === "images") goToField(photoButton.current);
      else if (first) goToField(document.querySelector(`form [name="${first.name}"]`));
    });
  };
  const send = async () => {
    if (state !== "editing") return;
    setErrors({});
    const checked = checkProduct(form, typed, queue.photos().length);
    if (checked.faults) {
      onNotice("error", checked.faults[0].message);
      show(faultsOnScreen(checked.faults, typed, queue.photos().length));
    } else {
      show(await props.onSubmit(checked.value));
    }
  };

  return (
    <>
      <form
        noValidate
        className="grid gap-7"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <fieldset role="presentation" className="grid min-w-0 gap-7" disabled={state !== "editing"}>
          {form === "sell" && <PasteMessage unread={props.unread} onRead={take} />}
          <PhotoPicker
            form={form}
            queue={queue}
            photos={photos}
            error={errors.images}
            ref={photoButton}
            onNotice={onNotice}
          />
          <ProductFields
            errors={errors}
            typed={typed}
            fromMessage={fromMessage}
            onChange={change}
            belowName={props.belowName}
            suggested={typed.category === "" ? guessCategory(typed.name) : undefined}
            onWrite={() => setIsWriting(true)}
          />
        </fieldset>
        <SubmitBar
          labels={props.labels}
          state={state}
          line={progressLine(props, whyNotReady(faults))}
        >
          {props.children}
        </SubmitBar>
      </form>
      <Confirm
        open={offered !== undefined}
        title={pasteMessages.draftTitle}
        cancel={shellMessages.cancel}
        confirm={pasteMessages.replaceDraft}
        onCancel={() => setOffered(undefined)}
        onConfirm={() => offered && fill(offered)}
      >
        {pasteMessages.draftText}
      </Confirm>
      {isWriting && (
        <DescriptionDialog
          name={typed.name}
          onClose={() => setIsWriting(false)}
          onUse={(description) => {
            setIsWriting(false);
            change({ description, drafted: "true" });
          }}
        />
      )}
    </>
  );
}

/** Opens the profile `delay` milliseconds after a success, so that the notice can be read. */
export function useSubmitState(delay: number) {
  const navigate = useNavigate();
  const [state, setState] = useState<SubmitState>("editing");
  const leave = useEffectEvent(() => void navigate(paths.profile));
  useEffect(() => {
    if (state !== "done") return undefined;
    const timer = setTimeout(() => leave(), delay);
    return () => clearTimeout(timer);
  }, [state, delay]);
  return [state, setState] as const;
}

function progressLine({ form, photos, state, labels }: Props, reason: string | undefined): string {
  if (state === "done") return labels.done;
  const total = photos.length;
  const there = photos.filter(
    ({ step }) => step.name === "uploaded" || step.name === "stored",
  ).length;
  if (photos.some(({ step }) => step.name === "delayed")) return sellingMessages.photosDelayed;
  if (state === "processing")
    return there < total
      ? sellingMessages.sendingPhoto(there + 1, total)
      : sellingMessages.almostThere;
  if (reason !== undefined) return reason;
  const isHeld = photos.some(({ step }) => step.name === "held");
  if (there < total && !isHeld) return sellingMessages.photosUploading(total - there, total);
  return form === "sell" ? sellingMessages.ready : "";
}

type BarProps = Pick<Props, "labels" | "state" | "children"> & { line: string };

/** Stays clickable when the form is not ready, so that the click explains why. */
function SubmitBar({ labels, state, line, children }: BarProps) {
  const isWorking = state === "processing";
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add("has-submit-bar");
    return () => classList.remove("has-submit-bar");
  }, []);
  return (
    <div className="submit-bar bg-canvas border-line sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] md:-mx-6 md:px-6">
      <p
        className={`text-muted grow text-sm ${line && "min-w-[min(100%,12rem)]"} sm:basis-0 ${children && line ? "basis-full" : "basis-0"}`}
        role="status"
      >
        {line}
      </p>
      {children}
      <Button type="submit" busy={isWorking} disabled={state !== "editing"} className="min-w-0">
        <span className="grid text-center">
          <span className={`col-start-1 row-start-1 ${isWorking ? "invisible" : ""}`}>
            {labels.idle}
          </span>
          <span className={`col-start-1 row-start-1 ${isWorking ? "" : "invisible"}`}>
            {labels.working}
          </span>
        </span>
      </Button>
    </div>
  );
}
