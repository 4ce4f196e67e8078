import { describe, expect, it } from "vitest";
import { ItemDocuments, type ItemMaker } from "./item-documents.ts";

const cycle = "01930000-0000-7000-8000-000000000001";

function bench(overrides: Partial<ItemMaker> = {}) {
  const clock = { now: 1_000_000 };
  const catalogue = new Map([[cycle, '{"product":{"name":"cycle"},"similar":[]}']]);
  const log = { found: 0, made: 0, failures: [] as string[] };
  const documents = new ItemDocuments({
    now: () => clock.now,
    failed: (productId) => log.failures.push(productId),
    find: async (productId) => {
      log.found += 1;
      return catalogue.get(productId);
    },
    make: async (_productId, item) => {
      log.made += 1;
      const text = item ? `made ${log.made}: ${item.product.name}` : "gone";
      return { status: item ? 200 : 404, text, expiresAt: clock.now + 60_000 };
    },
    ...overrides,
  });
  const text = async (productId = cycle) =>
    (await documents.get(productId)).variants.identity.bytes.toString();
  return { clock, catalogue, log, documents, text };
}

describe("documents of single products", () => {
  it("are made once and kept until they expire", async () => {
    const { clock, log, text } = bench();
    expect([await text(), await text()]).toEqual(["made 1: cycle", "made 1: cycle"]);
    expect(log.found).toBe(1);
    clock.now += 60_000;
    expect(await text()).toBe("made 2: cycle");
  });

  it("are looked at again after a change, and made anew only when theirs was the product", async () => {
    const { clock, catalogue, log, documents, text } = bench();
    await text();
    documents.change();
    clock.now += 250;
    await text();
    expect([log.found, log.made]).toEqual([2, 1]);
    catalogue.set(cycle, '{"product":{"name":"red cycle"},"similar":[]}');
    documents.change();
    clock.now += 250;
    expect(await text()).toBe("made 2: red cycle");
  });

  it("are looked at again after five seconds, should the word of a change be lost", async () => {
    const { clock, catalogue, text } = bench();
    await text();
    catalogue.delete(cycle);
    clock.now += 5_000;
    expect(await text()).toBe("gone");
  });

  it("share one page for everything that is gone", async () => {
    const { log, text } = bench();
    expect([await text("a"), await text("b"), await text("c")]).toEqual(["gone", "gone", "gone"]);
    expect(log.made).toBe(1);
  });

  it("are made once for everybody who asks at the same time", async () => {
    const { log, text } = bench();
    await Promise.all([text(), text(), text()]);
    expect(log.made).toBe(1);
  });

  it("show the last good one on when a new one cannot be made", async () => {
    let isBroken = false;
    const { clock, log, text } = bench({
      find: async () => {
        if (isBroken) throw new Error("no database");
        return '{"product":{"name":"cycle"},"similar":[]}';
      },
    });
    await text();
    isBroken = true;
    clock.now += 5_000;
    expect(await text()).toBe("made 1: cycle");
    expect(log.failures).toEqual([cycle]);
  });

  it("refuse when too many different ones wait to be made", async () => {
    const { promise: open, resolve } = Promise.withResolvers<void>();
    const { documents } = bench({ find: () => open.then(() => undefined) });
    const asked = Array.from({ length: 80 }, (_, number) => documents.get(`product-${number}`));
    const outcomes = Promise.allSettled(asked);
    resolve();
    const refused = (await outcomes).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(12);
    expect(refused[0]).toMatchObject({ reason: { code: "server-busy", status: 503 } });
    expect((await documents.get("product-79")).status).toBe(404);
  });
});
