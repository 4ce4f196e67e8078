import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentVisit } from "./keeper.ts";
import { keepLater } from "./kept-later.ts";

describe("photos that the page gets by itself", () => {
  const kept: string[] = [];
  const keep = async (url: string, visit: number) => {
    expect(visit).toBe(currentVisit());
    if (url === "/photos/gone") throw new TypeError("Failed to fetch");
    kept.push(url);
  };
  beforeEach(() => {
    kept.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it("are kept once no more of them come, each once", async () => {
    const works = new Set<Promise<void>>();
    for (let at = 0; at < 5; at += 1) {
      works.add(keepLater(`/photos/${at}`, keep));
      works.add(keepLater("/photos/same", keep));
      await vi.advanceTimersByTimeAsync(1900);
    }
    expect(kept).toEqual([]);
    expect(works.size).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    const last = ["/photos/4", "/photos/same"];
    expect(kept).toEqual(["/photos/0", "/photos/1", "/photos/2", "/photos/3", ...last]);
    await [...works][0];
  });

  it("are the last hundred of those that fly past", async () => {
    for (let at = 0; at < 300; at += 1) void keepLater(`/photos/${at}`, keep);
    await vi.advanceTimersByTimeAsync(2000);
    expect(kept).toEqual(Array.from({ length: 100 }, (_, at) => `/photos/${at + 200}`));
  });

  it("do not keep each other from being kept", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    void keepLater("/photos/gone", keep);
    const work = keepLater("/photos/there", keep);
    await vi.advanceTimersByTimeAsync(2000);
    expect(kept).toEqual(["/photos/there"]);
    await work;
    vi.restoreAllMocks();
  });

  it("wait again when more come meanwhile", async () => {
    const slow = async (url: string) => {
      kept.push(url);
      if (url === "/photos/1") void keepLater("/photos/3", slow);
    };
    void keepLater("/photos/1", slow);
    void keepLater("/photos/2", slow);
    await vi.advanceTimersByTimeAsync(2000);
    expect(kept).toEqual(["/photos/1"]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(kept).toEqual(["/photos/1", "/photos/2", "/photos/3"]);
  });
});
