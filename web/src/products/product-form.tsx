import {
  checkProduct,
  type ProductDraft,
  type ProductInput,
  productFields,
} from "@market/contract/product-form";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { DescriptionDialog } from "./description-dialog.tsx";
import { PhotoPicker } from "./photo-picker.tsx";
import type { FormPhoto, PhotoQueue } from "./photo-queue.ts";
import { ProductFields } from "./product-fields.tsx";
import { faultsOnScreen, whyNotReady } from "./readiness.ts";
import { SubmitBar } from "./submit-bar.tsx";

export type SubmitState = "editing" | "processing" | "done";
/** What is wrong with a field; `images` and `images.2` are the photos. */
export type FieldFault = { field: string; message: string };
export type FormValues = ProductDraft & { images: string };
type Props = {
  form: "sell" | "edit";
  /** What the form begins with. */
  fields: ProductDraft;
  queue: PhotoQueue;
  photos: readonly FormPhoto[];
  state: SubmitState;
  labels: { idle: string; working: string; done: string };
  /** Stands before the submit button. */
  children?: ReactNode;
  onChange?: (fields: ProductDraft) => void;
  onNotice: (kind: "success" | "error", sentence: string) => void;
  /** Sends a form that passed the check. @returns the server's faults, if it found any */
  onSubmit: (product: ProductInput) => Promise<readonly FieldFault[]>;
};

/**
 * The form that lists or changes a product. Browser and server check by one function; whatever goes
 * wrong is told in a notice and under its field, and nothing that was typed is lost.
 */
export function ProductForm(props: Props) {
  const { form, queue, photos, state, onNotice } = props;
  const { register, control, handleSubmit, setValue, setError, clearErrors, formState } =
    useForm<FormValues>({
      defaultValues: { ...props.fields, images: "" },
    });
  const [isWriting, setIsWriting] = useState(false);
  const photoButton = useRef<HTMLButtonElement>(null);
  const { images: _, ...typed } = useWatch({ control }) as FormValues;
  const { faults = [] } = checkProduct(form, typed, photos.length);

  const tell = useEffectEvent((fields: ProductDraft) => props.onChange?.(fields));
  const content = JSON.stringify(typed);
  useEffect(() => tell(JSON.parse(content) as ProductDraft), [content]);
  useEffect(() => clearErrors("images"), [photos.length, clearErrors]);

  const show = (found: readonly FieldFault[]) => {
    const known = found.flatMap(({ field, message }) => {
      const name = [...productFields, "images" as const].find(
        (each) => each === field.split(".")[0],
      );
      return name ? [{ name, message }] : [];
    });
    for (const { name, message } of known) setError(name, { message });
    const [first] = known;
    // A frame later: until then the controls of a form that was being sent cannot take the focus.
    requestAnimationFrame(() => {
      if (first?.name === "images") goToField(photoButton.current);
      else if (first) goToField(document.querySelector(`form [name="${first.name}"]`));
    });
  };
  const send = async (values: FormValues) => {
    if (state !== "editing") return;
    const checked = checkProduct(form, values, queue.photos().length);
    if (checked.faults) {
      onNotice("error", checked.faults[0].message);
      show(faultsOnScreen(checked.faults, values, queue.photos().length));
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
          clearErrors();
          void handleSubmit(send)(event);
        }}
      >
        <fieldset className="grid min-w-0 gap-7" disabled={state !== "editing"}>
          <PhotoPicker
            form={form}
            queue={queue}
            photos={photos}
            error={formState.errors.images?.message}
            ref={photoButton}
            onNotice={onNotice}
          />
          <ProductFields
            register={register}
            errors={formState.errors}
            price={typed.price}
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
      {isWriting && (
        <DescriptionDialog
          name={typed.name}
          onClose={() => setIsWriting(false)}
          onUse={(description) => {
            setIsWriting(false);
            clearErrors("description");
            setValue("description", description, { shouldDirty: true });
          }}
        />
      )}
    </>
  );
}

/**
 * Focuses a control, its whole field clear of the bars and of the notice that speaks of it: at the bottom
 * of a phone, at the top elsewhere.
 */
function goToField(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
  const block = matchMedia("(width < 768px)").matches ? "start" : "center";
  control?.closest("[data-field]")?.scrollIntoView({ block });
}

function progressLine({ form, photos, state, labels }: Props, reason: string | undefined): string {
  if (state === "done") return labels.done;
  const total = photos.length;
  const there = photos.filter(
    ({ step }) => step.name === "uploaded" || step.name === "kept",
  ).length;
  if (photos.some(({ step }) => step.name === "delayed")) return "Photos go on by themselves soon";
  if (state === "processing")
    return there < total ? `Sending photo ${there + 1} of ${total}` : "Almost there";
  if (reason !== undefined) return reason;
  if (there < total) return `Ready; ${total - there} of ${total} photos still uploading`;
  return form === "sell" ? "Ready" : "";
}
