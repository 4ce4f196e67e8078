export const serviceWorkerAddress = "/service-worker.js";
const workerAddresses = Object.values(
  import.meta.glob<string>("../**/*.worker.ts", {
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

/** @throws TypeError for an address that is not ours */
export function startWorker(address: string): Worker {
  return new Worker(trustedScript(address), { type: "module" });
}

/** Fits the document's Trusted Types rule. @throws TypeError for an address that is not ours */
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
