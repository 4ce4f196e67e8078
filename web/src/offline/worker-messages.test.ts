import { afterEach, expect, it, vi } from "vitest";
import { tellEnded, tellSeen } from "./worker-messages.ts";

afterEach(() => vi.unstubAllGlobals());

it("a page tells its new worker what it has seen, until somebody signs out on it", () => {
  vi.stubGlobal("location", { href: "http://localhost/buy" });
  const postMessage = vi.fn<(message: unknown) => void>();
  const worker = { postMessage } as unknown as ServiceWorker;
  tellSeen(worker);
  expect(postMessage).toHaveBeenLastCalledWith({ seen: ["http://localhost/buy"] });
  tellEnded(null);
  tellSeen(worker);
  expect(postMessage).toHaveBeenCalledTimes(1);
  tellEnded(worker);
  expect(postMessage).toHaveBeenLastCalledWith({ hasEnded: true });
});
