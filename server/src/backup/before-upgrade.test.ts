import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../test/folder.ts";
import { openTestMarket } from "../../test/market.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { nameOfTime } from "./backup-store.ts";

it("R947 a backup from before an upgrade is removed after thirty days, finished or not", async () => {
  const DATA_DIR = await temporaryFolder();
  const market = await openTestMarket();
  try {
    const { parts } = market;
    const jobs = recurringJobs({ ...parts, config: { ...parts.config, DATA_DIR } });
    const tidy = async () => {
      const job = jobs.find(({ name }) => name === "remove-upgrade-backups");
      if (job === undefined) throw new Error("There is no such job");
      await job.work({} as never);
    };
    await tidy();
    expect(readdirSync(DATA_DIR)).not.toContain("before-upgrade");
    const nameOf = (days: number) => nameOfTime(new Date(Date.now() - days * 24 * 3_600_000));
    for (const [days, file] of [
      [31, "SHA256SUMS"],
      [32, "rows.zst"],
      [29, "SHA256SUMS"],
    ] as const) {
      const folder = join(DATA_DIR, "before-upgrade", nameOf(days));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, file), "");
    }
    await tidy();
    expect(readdirSync(join(DATA_DIR, "before-upgrade"))).toEqual([
      expect.stringContaining(nameOf(29).slice(0, 10)),
    ]);
  } finally {
    await market.close();
  }
});
