import { toastDefault, toastError, toastSuccess } from "@market/contract/limits";
import { createElement } from "react";
import { toast as hot } from "react-hot-toast/headless";

type Options = {
  /** Milliseconds, where a screen has its own (R525, R526). */
  duration?: number;
  /** A second toast under the same id replaces the first. */
  id?: string;
  /** A second, quieter line under the first. */
  detail?: string;
};

const alert = { role: "alert", "aria-live": "assertive" } as const;

function words(text: string, detail: string | undefined) {
  if (detail === undefined) return text;
  return createElement(
    "span",
    { className: "grid" },
    createElement("span", { className: "font-bold" }, text),
    createElement("span", { className: "text-sm" }, detail),
  );
}

/** Short messages that go by themselves (R522 to R524); errors interrupt what is being read out. */
export const toast = {
  plain: (text: string, options?: Options) =>
    hot(words(text, options?.detail), { duration: toastDefault, ...options }),
  success: (text: string, options?: Options) =>
    hot.success(words(text, options?.detail), { duration: toastSuccess, ...options }),
  error: (text: string, options?: Options) =>
    hot.error(words(text, options?.detail), { duration: toastError, ariaProps: alert, ...options }),
};
