type Options = {
  /** Milliseconds, where a screen has its own (R525, R526). */
  duration?: number;
  /** A second toast under the same id replaces the first. */
  id?: string;
  /** A second, quieter line under the first. */
  detail?: string;
};
export type ToastKind = "plain" | "success" | "error";
export type Toasted = { text: string } & Options;
type Slips = typeof import("./slips.tsx");

let slips: Slips | undefined;
const listeners = new Set<() => void>();

/** Fetches what shows toasts, which most visits never need. */
export async function loadSlips(): Promise<Slips> {
  slips ??= await import("./slips.tsx");
  for (const listener of listeners) listener();
  return slips;
}

/** What shows toasts, once it is here. */
export function loadedSlips(): Slips | undefined {
  return slips;
}

/** Calls back when it has come. @returns a function that stops it */
export function subscribeToSlips(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(kind: ToastKind, text: string, options: Options = {}): void {
  loadSlips()
    .then(({ addSlip }) => addSlip(kind, { text, ...options }))
    .catch((failure: unknown) => console.warn(text, failure));
}

/** Short messages that go by themselves (R522 to R524); errors interrupt what is being read out. */
export const toast = {
  plain: (text: string, options?: Options) => show("plain", text, options),
  success: (text: string, options?: Options) => show("success", text, options),
  error: (text: string, options?: Options) => show("error", text, options),
};
