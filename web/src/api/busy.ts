import type { Problem } from "@market/contract/errors";
import { createStore } from "../browser/store.ts";

/** Seconds. */
const usualWait = 5;

export const serverWasBusy = createStore(false);

/** Recognises 503 `server-busy` (R020, Q07). @returns seconds to wait */
export async function busySeconds(response: Response): Promise<number | undefined> {
  if (response.status !== 503) return undefined;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if ((answer as Partial<Problem> | null | undefined)?.code !== "server-busy") return undefined;
  serverWasBusy.set(true);
  const named = Number(response.headers.get("retry-after") ?? usualWait);
  return Number.isFinite(named) && named >= 0 ? named : usualWait;
}
