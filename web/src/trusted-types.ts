/** Address of the service worker; its place decides which pages it serves. */
export const serviceWorkerAddress = "/service-worker.js";
/** Addresses of the build's workers; with the service worker's, they alone may become scripts. */
const workerAddresses = Object.values(
  import.meta.glob<string>("./**/*.worker.ts", {
    query: "?worker&url",
    import: "default",
    eager: true,
  }),
);

type Policy = { createScriptURL(address: string): TrustedScriptURL };
type TrustedScriptURL = string & { readonly trusted: unique symbol };
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
};

let policy: Policy | undefined;

/**
 * Starts one of our own workers under the document's Trusted Types rule.
 * @param address from an import ending in `?worker&url`
 * @throws TypeError for any other address
 */
export function startWorker(address: string): Worker {
  return new Worker(trustedScript(address), { type: "module" });
}

/**
 * The address of one of our own workers, fit for the document's Trusted Types rule.
 * @throws TypeError for any other address
 */
export function trustedScript(address: string): TrustedScriptURL {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  policy ??= trustedTypes
    ? trustedTypes.createPolicy("market", { createScriptURL: onlyOurs })
    : { createScriptURL: (url) => onlyOurs(url) as TrustedScriptURL };
  return policy.createScriptURL(address);
}

function onlyOurs(address: string): string {
  if (address !== serviceWorkerAddress && !workerAddresses.includes(address))
    throw new TypeError("Not one of our workers");
  return address;
}
