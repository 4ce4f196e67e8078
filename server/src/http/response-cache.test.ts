import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, compress, type Encoding, isSame } from "./negotiation.ts";
import { type Answer, ResponseCache } from "./response-cache.ts";

type Life = Pick<Answer, "freshFor" | "validFor" | "outlivesFailure">;

function bench(
  life: Life,
  make: (times: number) => Promise<string> | string = (times) => `made ${times}`,
) {
  const clock = { now: 1_000_000 };
  const log = { made: 0, failures: [] as string[] };
  const answers = new ResponseCache({
    maxBytes: 10_000,
    now: () => clock.now,
    failed: (key) => log.failures.push(key),
  });
  const get = (encoding: Encoding = "identity", key = "/") =>
    answers.get(key, encoding, async () => {
      log.made += 1;
      return { bytes: Buffer.from(await make(log.made)), headers: {}, ...life };
    });
  const text = async (key?: string) => (await get("identity", key)).bytes.toString();
  return { clock, log, answers, get, text };
}
const list: Life = { validFor: 5_000 };
const page: Life = { freshFor: 250, validFor: 60_000, outlivesFailure: true };

describe("the response cache", () => {
  it("are made once and cached until they expire", async () => {
    const { clock, text } = bench(list);
    expect([await text(), await text()]).toEqual(["made 1", "made 1"]);
    clock.now += 5_000;
    expect(await text()).toBe("made 2");
  });

  it("are made once for all who ask at the same time", async () => {
    const { log, text } = bench(list);
    await Promise.all([text(), text(), text()]);
    expect(log.made).toBe(1);
  });

  it("are made again after a change of the catalogue, those that need not be strict at most four times a second", async () => {
    const strict = bench(list);
    await strict.text();
    strict.answers.invalidate();
    expect(await strict.text()).toBe("made 2");

    const { clock, log, answers, text } = bench(page);
    await text();
    for (let change = 0; change < 1000; change += 1) {
      answers.invalidate();
      await text();
      clock.now += 1;
    }
    expect(log.made).toBeGreaterThan(3);
    expect(log.made).toBeLessThanOrEqual(5);
    clock.now += 250;
    expect(await text()).toBe(`made ${log.made}`);
  });

  it("are made again for those who ask after a change that came while they were being made", async () => {
    const begun = Promise.withResolvers<void>();
    const { answers, text } = bench(list, async (times) => {
      if (times === 1) await begun.promise;
      return `made ${times}`;
    });
    const early = text();
    answers.invalidate();
    const late = text();
    begun.resolve();
    expect([await early, await late, await text()]).toEqual(["made 1", "made 2", "made 2"]);
  });

  it("show the last good one on when it cannot be made again, where that is allowed", async () => {
    const failing = (times: number) => {
      if (times === 2) throw new Error("no database");
      return `made ${times}`;
    };
    const { clock, log, text } = bench(page, failing);
    await text();
    clock.now += 60_000;
    expect(await text()).toBe("made 1");
    expect(log.failures).toEqual(["/"]);
    clock.now += 250;
    expect(await text()).toBe("made 3");

    const strict = bench(list, failing);
    await strict.text();
    strict.clock.now += 5_000;
    await expect(strict.text()).rejects.toThrow("no database");
    expect(await strict.text()).toBe("made 3");
  });

  it("fail when there was never a good one", async () => {
    const { text } = bench(page, () => {
      throw new Error("no database");
    });
    await expect(text()).rejects.toThrow("no database");
  });

  it("come in three encodings of one response, each with its own entity tag", async () => {
    const { log, get } = bench(list);
    const [br, gzip, identity] = [await get("br"), await get("gzip"), await get()];
    expect(brotliDecompressSync(br.bytes).toString()).toBe("made 1");
    expect(gunzipSync(gzip.bytes).toString()).toBe("made 1");
    expect(br.headers["content-encoding"]).toBe("br");
    expect(log.made).toBe(1);
    expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3);
    for (const { etag, headers } of [br, gzip, identity]) {
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(headers["etag"]).toBe(etag);
    }
  });

  it("stay within their bytes; the least recently requested go first", async () => {
    const { text, answers } = bench({ validFor: 5_000 }, () => "x".repeat(3_000));
    for (const key of ["/a", "/b", "/c", "/a", "/d"]) await text(key);
    const left = ["/a", "/b", "/c", "/d"].filter((key) => answers.find(key, "identity"));
    expect(left).toEqual(["/a", "/c", "/d"]);
  });
});

describe("RFC 9110 negotiation", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["identity", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("answers %s with %s", (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });

  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ["*", true],
    ['"b"', false],
    [undefined, false],
  ])("compares If-None-Match %s", (header, same) => {
    expect(isSame(header, '"a"')).toBe(same);
  });
});

it.each(["br", "gzip"] as const)(
  "holds no more memory for a compressed answer (%s) than it counts",
  async (encoding) => {
    const { byteLength } = (await compress(Buffer.from("cycle ".repeat(500)), encoding)).buffer;
    expect(byteLength).toBeLessThan(1_000);
  },
);
