import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../test/browser.ts";
import {
  isOffline,
  missNetwork,
  subscribeToConnection,
  subscribeToReturn,
  watchConnection,
} from "./connection.ts";

const navigator = { onLine: true };
let reachable = true;
let status = 200;
let requests: string[];
let browser: ReturnType<typeof openBrowser>;
let stop: () => void;

const tell = (isOnLine: boolean) => {
  navigator.onLine = isOnLine;
  browser.events.dispatchEvent(new Event(isOnLine ? "online" : "offline"));
};

describe("the connection", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    requests = [];
    browser = openBrowser(async (address) => {
      requests.push(address as string);
      if (!reachable) throw new TypeError("no network");
      return new Response(null, { status });
    });
    vi.stubGlobal("navigator", navigator);
    stop = watchConnection();
  });
  afterEach(async () => {
    reachable = true;
    status = 200;
    tell(true);
    await vi.advanceTimersByTimeAsync(0);
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("goes when the browser says so, and comes back once the server answers too", async () => {
    const changes: boolean[] = [];
    const mute = subscribeToConnection(() => changes.push(isOffline()));
    tell(false);
    expect(changes).toEqual([true]);
    reachable = false;
    tell(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(changes).toEqual([true]);
    reachable = true;
    await vi.advanceTimersByTimeAsync(5_000);
    mute();
    expect(changes).toEqual([true, false]);
  });

  it("one failed call is no lost network: the server is probed first", async () => {
    missNetwork();
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual(["/healthz"]);
    expect(isOffline()).toBe(false);
  });

  it("a network that the browser takes for a good one is found away, and back again by itself", async () => {
    const back = vi.fn<() => void>();
    const mute = subscribeToReturn(back);
    reachable = false;
    missNetwork();
    await vi.advanceTimersByTimeAsync(0);
    expect(isOffline()).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isOffline()).toBe(true);
    expect(back).not.toHaveBeenCalled();
    reachable = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isOffline()).toBe(false);
    expect(back).toHaveBeenCalledOnce();
    mute();
  });

  it("a server that only a proxy answers for is away, and back again by itself", async () => {
    status = 502;
    missNetwork();
    await vi.advanceTimersByTimeAsync(0);
    expect(isOffline()).toBe(true);
    status = 200;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isOffline()).toBe(false);
  });

  it("probes ever more rarely, once a minute at last", async () => {
    reachable = false;
    missNetwork();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(requests.length).toBeGreaterThan(55);
    expect(requests.length).toBeLessThan(66);
  });
});
