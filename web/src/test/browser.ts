import { vi } from "vitest";

/** Enough of a browser for the account's logic: storage, events, locks; the network is the test's. */
export function openBrowser(fetch: typeof globalThis.fetch) {
  const events = new EventTarget();
  const cookies = new Map<string, string>();
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  Object.defineProperty(page, "cookie", {
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    set(text: string) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (text.includes("max-age=0")) cookies.delete(name);
      else cookies.set(name, value);
    },
  });
  const localStorage = memoryStorage();
  const globals: Record<string, unknown> = {
    localStorage,
    sessionStorage: memoryStorage(),
    document: page,
    location: { origin: "http://localhost:3190" },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    fetch,
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return {
    localStorage,
    events,
    /** Notifies this tab of a change by another one. */
    storageEvent(key: string | null) {
      events.dispatchEvent(Object.assign(new Event("storage"), { key, storageArea: localStorage }));
    },
  };
}

/** A token of our server's shape; its signature is not looked at in the browser. */
export function tokenOf(subject: string, issuedAt: number, lifetime = 3600): string {
  const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${encode({ alg: "ES256" })}.${encode({ sub: subject, iat: issuedAt, exp: issuedAt + lifetime })}.c2ln`;
}

function memoryStorage(): Storage {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
    key: (index) => [...held.keys()][index] ?? null,
    get length() {
      return held.size;
    },
  };
}
