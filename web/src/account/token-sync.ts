import { providerTimeoutShort, tokenSyncMaxAge } from "@market/contract/limits";
import { followToken, tokenAge } from "./token.ts";

/**
 * Tells an address of every change of the ID token: POST with a new one as bearer (R458), DELETE when
 * it is given up (R459). One after the other, so that the last word stays; what becomes of them is
 * nobody's concern (Q65).
 * @param address a path of this origin or a whole address
 */
export function syncToken(address: string): void {
  const target = new URL(address, location.origin);
  let told = Promise.resolve();
  followToken((token) => {
    told = told.then(() => tell(target, token)).catch(() => undefined);
  });
}

async function tell(target: URL, token: string | undefined): Promise<void> {
  // What waited longer than this was replaced meanwhile, or this computer slept (R541).
  if (token !== undefined && tokenAge(token) > tokenSyncMaxAge * 1000) return;
  await fetch(target, {
    ...(token === undefined
      ? { method: "DELETE" }
      : { method: "POST", headers: { Authorization: `Bearer ${token}` } }),
    keepalive: true,
    signal: AbortSignal.timeout(providerTimeoutShort * 1000),
  });
}
