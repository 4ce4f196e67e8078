export const serviceWorkerUrl = "/service-worker.js";
const workerUrls = Object.values(
  import.meta.glob<string>("../**/*.worker.ts", {
    query: "?worker&url",
    import: "default",
    eager: true,
  }),
);

type Policy = { createScriptURL(url: string): TrustedScriptURL };
type TrustedScriptURL = string & { readonly trusted: unique symbol };
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
};

let policy: Policy | undefined;

/** @throws TypeError for a URL that is not ours */
export function startWorker(url: string): Worker {
  return new Worker(trustedScript(url), { type: "module" });
}

/** Fits the document's Trusted Types rule. @throws TypeError for a URL that is not ours */
export function trustedScript(url: string): TrustedScriptURL {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  policy ??= trustedTypes
    ? trustedTypes.createPolicy("market", { createScriptURL: onlyOurs })
    : { createScriptURL: (url) => onlyOurs(url) as TrustedScriptURL };
  return policy.createScriptURL(url);
}

function onlyOurs(url: string): string {
  if (url !== serviceWorkerUrl && !workerUrls.includes(url))
    throw new TypeError("Not one of our workers");
  return url;
}
