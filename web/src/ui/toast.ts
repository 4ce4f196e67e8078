import { toastError } from "@market/contract/limits";
import type { ComponentType } from "react";
import { createStore } from "../browser/store.ts";
import type { ToastKind, ToastOptions } from "./toasts.tsx";

/** The text of a toast whose code cannot be fetched. */
export const lostToast = createStore<string | undefined>(undefined);
export const loadedToasts = createStore<ComponentType | undefined>(undefined);

export async function loadToasts() {
  const { addToast, removeToast, Toasts } = await import("./toasts.tsx");
  loadedToasts.set(Toasts);
  return { addToast, removeToast };
}

function show(kind: ToastKind, text: string, options?: ToastOptions): void {
  loadToasts()
    .then(({ addToast }) => addToast(kind, text, options))
    .catch((failure: unknown) => {
      console.warn(text, failure);
      lostToast.set(text);
      setTimeout(() => lostToast.set(undefined), toastError);
    });
}

/** The id of what a listing's form refused, and of its success, which replaces it. */
export const formToast = "form";

/** R522 to R524; errors interrupt screen readers. */
export const toast = {
  plain: (text: string, options?: ToastOptions) => show("plain", text, options),
  success: (text: string, options?: ToastOptions) => show("success", text, options),
  error: (text: string, options?: ToastOptions) => show("error", text, options),
  remove(id: string): void {
    if (loadedToasts.get()) void loadToasts().then(({ removeToast }) => removeToast(id));
  },
};
