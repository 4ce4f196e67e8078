import type { CustomFetch } from "openid-client";

/** Milliseconds for which a provider's keys are believed though it does not answer for them. */
const believedFor = 86_400_000;

/**
 * A fetch for the provider's client that keeps the last key set. While the key server is away, sign-ins
 * under keys that were seen go on; those under any other key stay refused.
 * @param keysAddress `jwks_uri` of the provider
 */
export function keepKeys(keysAddress: string | undefined): CustomFetch {
  let kept: { at: number; text: string } | undefined;
  const ask = (url: string, init: Parameters<CustomFetch>[1]) => fetch(url, init as RequestInit);

  return async (url, init) => {
    if (url !== keysAddress) return ask(url, init);
    try {
      const answer = await ask(url, init);
      if (!answer.ok) throw new Error(`The key server answered ${answer.status}`);
      kept = { at: Date.now(), text: await answer.text() };
    } catch (error) {
      if (kept === undefined || Date.now() - kept.at > believedFor) throw error;
    }
    return new Response(kept.text, { headers: { "content-type": "application/json" } });
  };
}
