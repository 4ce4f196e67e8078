import { describe, expect, it, vi } from "vitest";
import { AppError } from "../errors/errors.ts";
import { createLog } from "./log.ts";

function collect() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, log };
}
const refused = () => Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

describe("lines of errors", () => {
  it("come once a second for each cause, and say how often it came", () => {
    vi.useFakeTimers();
    try {
      const { lines, log } = collect();
      for (let n = 0; n < 500; n++) {
        log.child({ reqId: n }).error({ err: refused() }, "request failed");
        log.warn({ err: new Error("another") }, "job queue");
      }
      expect(lines.map(({ msg }) => msg)).toEqual(["request failed", "job queue"]);
      vi.advanceTimersByTime(1_000);
      expect(lines.slice(2).map(({ msg, repeated }) => [msg, repeated])).toEqual([
        ["request failed", 499],
        ["job queue", 499],
      ]);
      expect(lines[2]).toMatchObject({ reqId: 499, level: 50 });
      vi.advanceTimersByTime(10_000);
      expect(lines).toHaveLength(4);
      log.error({ err: refused() }, "request failed");
      expect(lines).toHaveLength(5);
    } finally {
      vi.useRealTimers();
    }
  });

  it("have a stack for the market's own faults, and none for refusals", () => {
    const { lines, log } = collect();
    log.error({ err: refused() }, "one");
    log.error({ err: new AppError("storage-unavailable", { cause: new Error("S3") }) }, "two");
    log.error({ err: new TypeError("ours") }, "three");
    expect(lines.map(({ err }) => (err as { stack?: string }).stack !== undefined)).toEqual([
      false,
      false,
      true,
    ]);
    expect(lines[1]).toMatchObject({ err: { message: "S3" } });
  });

  it("without an error are never held back", () => {
    const { lines, log } = collect();
    for (let n = 0; n < 3; n++) log.info({ n }, "request");
    expect(lines).toHaveLength(3);
  });
});
