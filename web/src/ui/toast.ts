import { toastDefault, toastError, toastSuccess } from "@market/contract/limits";
import { toast as hot } from "react-hot-toast/headless";

type Options = {
  /** Milliseconds, where a screen has its own (R525, R526). */
  duration?: number;
  /** A second toast under the same id replaces the first. */
  id?: string;
};

const alert = { role: "alert", "aria-live": "assertive" } as const;

/** Short messages that go by themselves (R522 to R524); errors interrupt what is being read out. */
export const toast = {
  plain: (text: string, options?: Options) => hot(text, { duration: toastDefault, ...options }),
  success: (text: string, options?: Options) => hot.success(text, { duration: toastSuccess, ...options }),
  error: (text: string, options?: Options) => hot.error(text, { duration: toastError, ariaProps: alert, ...options }),
};
