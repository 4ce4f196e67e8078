import * as descriptionMessages from "@market/contract/descriptions/messages";
import { maxLength } from "@market/contract/limits";
import * as itemMessages from "@market/contract/products/messages";
import * as sellingMessages from "@market/contract/products/selling-messages";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAction } from "../api/use-action.ts";
import { showAlert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { readFeatures, type Written, writeDescription } from "./description-writer.ts";

type Props = { name: string; onUse: (description: string) => void; onClose: () => void };

/** The description writer (R136 to R141). It is outside the product form, because forms cannot be nested. */
export function DescriptionDialog({ name, onUse, onClose }: Props) {
  const titleField = useRef<HTMLInputElement>(null);
  const featuresField = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState(name.trim());
  const [features, setFeatures] = useState("");
  const [titleError, setTitleError] = useState<string>();
  const [written, setWritten] = useState<Written>();
  const closing = useRef<AbortController>(undefined);
  useEffect(() => () => closing.current?.abort(), []);

  const { run: write, isPending } = useAction(async () => {
    const { signal } = (closing.current = new AbortController());
    const result = await writeDescription(title, readFeatures(features), signal);
    if (signal.aborted) return;
    if ("written" in result) return setWritten(result.written);
    // R470, R471
    const text = result.reason ?? descriptionMessages.checkConnection;
    void showAlert({ kind: "error", title: result.failure, text });
  });
  const generate = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== "") return write();
    setTitleError(descriptionMessages.titleRequired);
    titleField.current?.focus();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      label={sellingMessages.generateWithAi}
      className="dialog-sheet scroll-pb-24"
      initialFocus={name.trim() === "" ? titleField : featuresField}
    >
      <form noValidate onSubmit={generate} className="grid gap-5 p-4 md:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl font-bold">{sellingMessages.generateWithAi}</h2>
          <CloseButton onClick={onClose} />
        </div>
        <Field label={descriptionMessages.title} error={titleError}>
          <input
            ref={titleField}
            value={title}
            maxLength={maxLength.descriptionTitle}
            autoComplete="off"
            onChange={(event) => {
              setTitle(event.target.value);
              setTitleError(undefined);
            }}
          />
        </Field>
        <Field label={descriptionMessages.features} hint={descriptionMessages.featuresHint}>
          <input
            ref={featuresField}
            value={features}
            placeholder={descriptionMessages.featuresExample}
            autoComplete="off"
            onChange={(event) => setFeatures(event.target.value)}
          />
        </Field>
        <Button type="submit" kind={written ? "plain" : "primary"} busy={isPending}>
          {isPending ? descriptionMessages.generating : descriptionMessages.generate}
        </Button>
        <p role="status" className="sr-only">
          {isPending ? descriptionMessages.generating : written && descriptionMessages.ready}
        </p>
        {written && (
          <Field
            label={itemMessages.description}
            hint={descriptionMessages.writtenBy[written.writer]}
          >
            <textarea
              rows={5}
              value={written.description}
              maxLength={maxLength.description}
              readOnly={isPending}
              onChange={(event) => setWritten({ ...written, description: event.target.value })}
              ref={scrollTo}
            />
          </Field>
        )}
        <div className="bg-surface sticky bottom-0 -mx-4 -mb-4 grid grid-cols-2 gap-3 px-4 pt-3 pb-4 md:-mx-6 md:-mb-6 md:px-6 md:pb-6">
          <Button kind={written ? "plain" : "quiet"} onClick={onClose}>
            {descriptionMessages.discard}
          </Button>
          <Button
            disabled={!written || isPending || written.description.trim() === ""}
            onClick={() => written && onUse(written.description.trim())}
          >
            {descriptionMessages.use}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Scrolls a field into view, because a phone's keyboard leaves little space. */
const scrollTo = (field: HTMLTextAreaElement | null) => field?.scrollIntoView({ block: "nearest" });
