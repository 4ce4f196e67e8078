import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, isSame } from "../ready-bytes.ts";
import { type DocumentMaker, Documents } from "./documents.ts";

function bench(make: (times: number) => Promise<string> | string = (times) => `made ${times}`) {
  const clock = { now: 1_000_000 };
  const log = { made: 0, failures: [] as string[] };
  const maker: DocumentMaker = {
    now: () => clock.now,
    failed: (key) => log.failures.push(key),
    make: async () => {
      log.made += 1;
      return { status: 200, text: await make(log.made), expiresAt: clock.now + 60_000 };
    },
  };
  const documents = new Documents(maker);
  const text = async () => (await documents.get("/")).variants.identity.bytes.toString();
  return { clock, log, documents, text };
}

describe("ready documents", () => {
  it("are made once and kept until they expire", async () => {
    const { clock, text } = bench();
    expect([await text(), await text()]).toEqual(["made 1", "made 1"]);
    clock.now += 60_000;
    expect(await text()).toBe("made 2");
  });

  it("are made once for everybody who asks at the same time", async () => {
    const { log, text } = bench();
    await Promise.all([text(), text(), text()]);
    expect(log.made).toBe(1);
  });

  it("are made anew after a change, at most four times a second", async () => {
    const { clock, log, documents, text } = bench();
    await text();
    for (let change = 0; change < 1000; change += 1) {
      documents.change(["/"]);
      await text();
      clock.now += 1;
    }
    expect(log.made).toBeGreaterThan(3);
    expect(log.made).toBeLessThanOrEqual(5);
    clock.now += 250;
    expect(await text()).toBe(`made ${log.made}`);
  });

  it("are made again when their data changed while they were being made", async () => {
    const { clock, documents, text } = bench(async (times) => {
      if (times === 1) documents.change(["/"]);
      return `made ${times}`;
    });
    expect(await text()).toBe("made 1");
    clock.now += 250;
    expect(await text()).toBe("made 2");
  });

  it("show the last good one on when a new one cannot be made", async () => {
    const { clock, log, text } = bench((times) => {
      if (times === 2) throw new Error("no database");
      return `made ${times}`;
    });
    await text();
    clock.now += 60_000;
    expect(await text()).toBe("made 1");
    expect(log.failures).toEqual(["/"]);
    clock.now += 250;
    expect(await text()).toBe("made 3");
  });

  it("fail when there was never a good one", async () => {
    const { text } = bench(() => {
      throw new Error("no database");
    });
    await expect(text()).rejects.toThrow("no database");
  });

  it("come in three encodings, each with its own entity tag", async () => {
    const { documents } = bench();
    const { br, gzip, identity } = (await documents.get("/")).variants;
    expect(brotliDecompressSync(br.bytes).toString()).toBe("made 1");
    expect(gunzipSync(gzip.bytes).toString()).toBe("made 1");
    expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3);
    for (const { etag } of [br, gzip, identity]) expect(etag).toMatch(/^"[\w-]+"$/);
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
