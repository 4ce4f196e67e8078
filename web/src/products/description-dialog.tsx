import { maxLength } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { showAlert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { readFeatures, type Written, writeDescription } from "./description-writer.ts";

type Props = {
  /** Of the product, as typed so far. */
  name: string;
  onUse: (description: string) => void;
  onClose: () => void;
};

const writerNotes: Record<Written["writer"], string> = {
  local: "Put together by our own server, without an AI. Read it before you use it.",
  provider: "Written by an AI from your words. Read it before you use it.",
};

/**
 * Has a description written from a title and features (R136 to R141); nothing reaches the form before
 * `Use AI`. It stands outside the product form, because a form cannot hold another one.
 */
export function DescriptionDialog({ name, onUse, onClose }: Props) {
  const titleField = useRef<HTMLInputElement>(null);
  const featuresField = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState(name.trim());
  const [features, setFeatures] = useState("");
  const [titleError, setTitleError] = useState<string>();
  const { written, isBusy, write, change } = useWriter();

  const generate = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === "") {
      setTitleError(messages.descriptionTitleRequired);
      titleField.current?.focus();
    } else void write(title, readFeatures(features));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      label={messages.generateWithAi}
      className="dialog-sheet"
      initialFocus={name.trim() === "" ? titleField : featuresField}
    >
      <form noValidate onSubmit={generate} className="grid gap-5 p-4 md:p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-xl font-bold">{messages.generateWithAi}</h2>
          <CloseButton onClick={onClose} />
        </div>
        <Field label="Title" error={titleError}>
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
        <Field label="Features" hint="What is good about it, separated by commas">
          <input
            ref={featuresField}
            value={features}
            placeholder="two years old, new tyres, lock included"
            autoComplete="off"
            onChange={(event) => setFeatures(event.target.value)}
          />
        </Field>
        <Button type="submit" kind={written ? "plain" : "primary"} busy={isBusy}>
          {isBusy ? messages.generating : messages.generate}
        </Button>
        <p role="status" className="sr-only">
          {isBusy ? messages.generating : written && "The description is ready."}
        </p>
        {written && (
          <Field label={messages.description} hint={writerNotes[written.writer]}>
            <textarea
              rows={5}
              className="scroll-mb-24"
              value={written.description}
              maxLength={maxLength.description}
              readOnly={isBusy}
              onChange={(event) => change(event.target.value)}
              ref={scrollTo}
            />
          </Field>
        )}
        <div className="bg-surface sticky bottom-0 -mx-4 -mb-4 grid grid-cols-2 gap-3 px-4 pt-3 pb-4 md:-mx-6 md:-mb-6 md:px-6 md:pb-6">
          <Button kind={written ? "plain" : "quiet"} onClick={onClose}>
            {messages.discard}
          </Button>
          <Button
            disabled={!written || isBusy || written.description.trim() === ""}
            onClick={() => written && onUse(written.description.trim())}
          >
            {messages.useAi}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** On a phone the keyboard leaves little room: what was asked for comes into sight. */
const scrollTo = (field: HTMLTextAreaElement | null) => field?.scrollIntoView({ block: "nearest" });

/** What the writer has answered and the student has changed of it; an alert tells a failure (R470, R471). */
function useWriter() {
  const [written, setWritten] = useState<Written>();
  const [isBusy, setIsBusy] = useState(false);
  const closing = useRef(new AbortController());
  useEffect(() => {
    const stop = new AbortController();
    closing.current = stop;
    return () => stop.abort();
  }, []);

  const write = async (title: string, features: string[]) => {
    if (isBusy) return;
    const { signal } = closing.current;
    setIsBusy(true);
    try {
      const result = await writeDescription(title, features, signal);
      setIsBusy(false);
      if ("written" in result) setWritten(result.written);
      else {
        const text = result.reason ?? "Please check your connection and try again.";
        void showAlert({ kind: "error", title: result.failure, text });
      }
    } catch (failure) {
      if (!signal.aborted) throw failure;
    }
  };
  const change = (description: string) =>
    setWritten((before) => before && { ...before, description });
  return { written, isBusy, write, change };
}
