import { afterEach, expect, it, vi } from "vitest";
import { sendLoaded, sendSignedOut } from "./worker-messages.ts";

afterEach(() => vi.unstubAllGlobals());

it("a page sends its new worker what it has loaded, until the student signs out on it", () => {
  vi.stubGlobal("location", { href: "http://localhost/buy" });
  const postMessage = vi.fn<(message: unknown) => void>();
  const worker = { postMessage } as unknown as ServiceWorker;
  sendLoaded(worker);
  expect(postMessage).toHaveBeenLastCalledWith({ loaded: ["http://localhost/buy"] });
  sendSignedOut(null);
  sendLoaded(worker);
  expect(postMessage).toHaveBeenCalledTimes(1);
  sendSignedOut(worker);
  expect(postMessage).toHaveBeenLastCalledWith({ signedOut: true });
});
