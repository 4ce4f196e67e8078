import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../test/browser.ts";
import { ProductList } from "./product-list.ts";

type SentRequest = { address: URL; answer: (response: Response) => void; signal: AbortSignal };

let requests: SentRequest[];

beforeEach(() => {
  requests = [];
  openBrowser((input, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const signal = init?.signal ?? new AbortController().signal;
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    requests.push({
      address: new URL(input as string, "http://localhost:3190"),
      answer: resolve,
      signal,
    });
    return promise;
  });
  sessionStorage.setItem("shuffle", "7");
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const things = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    _id: `0199${String(from + index).padStart(4, "0")}`,
  }));
const page = (from: number, to: number, cursor?: string) =>
  Response.json(things(from, to), {
    headers: cursor ? { link: `</api/products/filter?cursor=${cursor}>; rel="next"` } : {},
  });
const counted = (response: Response, total: string) => {
  response.headers.set("x-total-count", total);
  return response;
};
const ids = (list: ProductList) => list.store.get().products?.map(({ _id }) => _id);

/** Answers the newest pending request. */
async function answer(response: Response) {
  const request = requests.at(-1);
  await vi.waitFor(() => expect(request).toBeDefined(), 300_000);
  request?.answer(response);
}

async function opened(choice = {}, response = page(0, 24, "c1")) {
  const list = new ProductList();
  const done = list.open(choice);
  await vi.waitFor(() => expect(requests).toHaveLength(1), 300_000);
  await answer(response);
  await done;
  return list;
}

describe("ProductList", () => {
  it("R429 R430 sends the filters that are set and no empty one", async () => {
    await opened({ category: "Room & Living", priceRange: "2000-5000+", condition: undefined });
    expect(requests[0]?.address.pathname).toBe("/api/products/filter");
    expect(Object.fromEntries(requests[0]?.address.searchParams ?? [])).toEqual({
      category: "Room & Living",
      priceRange: "2000-5000+",
    });
    expect(requests[0]?.address.search).toContain("2000-5000%2B");
  });

  it("R449 shuffles each page, and the second stays below the first", async () => {
    const list = await opened();
    const first = ids(list);
    expect(first).not.toEqual(things(0, 24).map(({ _id }) => _id));
    expect(first?.toSorted()).toEqual(things(0, 24).map(({ _id }) => _id));

    const done = list.extend();
    expect(list.store.get().status).toBe("extending");
    await vi.waitFor(() => expect(requests).toHaveLength(2), 300_000);
    expect(requests[1]?.address.searchParams.get("cursor")).toBe("c1");
    await answer(page(24, 30));
    await done;
    expect(ids(list)?.slice(0, 24)).toEqual(first);
    expect(ids(list)).toHaveLength(30);
    expect(list.store.get()).toMatchObject({ status: "ready", cursor: undefined });
  });

  it("knows how many there are in all, less those that are removed", async () => {
    const list = await opened({}, counted(page(0, 24, "c1"), "87"));
    expect(list.store.get().total).toBe(87);
    list.remove(things(0, 1)[0]?._id ?? "");
    expect(list.store.get().total).toBe(86);
    const done = list.extend();
    await vi.waitFor(() => expect(requests).toHaveLength(2), 300_000);
    await answer(page(24, 30));
    await done;
    expect(list.store.get().total).toBe(29);
  });

  it("Q61 leaves a chosen order alone", async () => {
    const list = await opened({ sort: "price-low" });
    expect(ids(list)).toEqual(things(0, 24).map(({ _id }) => _id));
  });

  it("leaves the best first when a text is searched for, together with the filters", async () => {
    const list = await opened({ q: "study desk", condition: "New" });
    expect(Object.fromEntries(requests[0]?.address.searchParams ?? [])).toEqual({
      q: "study desk",
      condition: "New",
    });
    expect(ids(list)).toEqual(things(0, 24).map(({ _id }) => _id));
    expect(list.store.get().nearestTo).toBeUndefined();
  });

  it("says when only the nearest were found, until another list is there", async () => {
    const list = await opened(
      { q: "stydy desk" },
      Response.json(things(0, 2), { headers: { "x-search": "widened" } }),
    );
    expect(list.store.get().nearestTo).toBe("stydy desk");
    const next = list.open({ q: "study desk" });
    await vi.waitFor(() => expect(requests).toHaveLength(2), 300_000);
    expect(list.store.get().nearestTo).toBe("stydy desk");
    await answer(page(0, 2));
    await next;
    expect(list.store.get().nearestTo).toBeUndefined();
  });

  it("R118 aborts the earlier request, and the latest choice wins", async () => {
    const list = await opened();
    const before = ids(list);
    void list.open({ condition: "New" });
    await vi.waitFor(() => expect(requests).toHaveLength(2), 300_000);
    const latest = list.open({ condition: "Like New" });
    await vi.waitFor(() => expect(requests).toHaveLength(3), 300_000);
    expect(requests[1]?.signal.aborted).toBe(true);
    expect(list.store.get().status).toBe("opening");
    expect(ids(list)).toEqual(before);
    await answer(page(40, 42));
    await latest;
    expect(ids(list)?.toSorted()).toEqual(things(40, 42).map(({ _id }) => _id));
  });

  it("R432 treats an answer that is no array as empty", async () => {
    const list = await opened({}, Response.json({ success: true, products: [1] }));
    expect(list.store.get()).toEqual({
      products: [],
      of: "",
      status: "ready",
      pages: 1,
      cursor: undefined,
      nearestTo: undefined,
      total: 0,
    });
  });

  it("R469 keeps the old products when the new ones fail, and tries again", async () => {
    const list = await opened();
    const failing = list.open({ condition: "New" });
    await vi.waitFor(() => expect(requests).toHaveLength(2), 300_000);
    await answer(Response.json({ message: "Something went wrong on our side." }, { status: 500 }));
    await failing;
    expect(list.store.get().status).toBe("failed");
    expect(ids(list)).toHaveLength(24);

    const again = list.retry();
    await vi.waitFor(() => expect(requests).toHaveLength(3), 300_000);
    expect(requests[2]?.address.searchParams.get("condition")).toBe("New");
    await answer(page(0, 1));
    await again;
    expect(list.store.get().status).toBe("ready");
  });

  it("Q61 finds its pages again on the way back, and requests another choice again", async () => {
    const list = await opened({ condition: "New" });
    list.close();
    await list.open({ condition: "New" }, { resume: true });
    expect(requests).toHaveLength(1);
    void list.open({ condition: "Like New" }, { resume: true });
    await vi.waitFor(() => expect(requests).toHaveLength(2), 300_000);
  });

  it("keeps what is there when a further page fails, and a retry requests that page only", async () => {
    const list = await opened();
    const failing = list.extend();
    await vi.waitFor(() => expect(requests).toHaveLength(2), 300_000);
    await answer(Response.json({}, { status: 503 }));
    await failing;
    expect(list.store.get()).toMatchObject({ status: "extension-failed", cursor: "c1" });
    expect(ids(list)).toHaveLength(24);
    void list.retry();
    await vi.waitFor(() => expect(requests).toHaveLength(3), 300_000);
    expect(requests[2]?.address.searchParams.get("cursor")).toBe("c1");
  });

  it("takes out a product that is gone", async () => {
    const list = await opened({}, page(0, 2));
    list.remove("01990000");
    expect(ids(list)).toEqual(["01990001"]);
  });
});
