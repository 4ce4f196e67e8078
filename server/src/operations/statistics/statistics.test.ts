import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { marketCommand } from "../../../test/command.ts";
import { list } from "../../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../../test/market.ts";
import { Counters } from "../../statistics/counters.ts";
import {
  addStatistics,
  countDay,
  selectStatistics,
} from "../../statistics/daily-statistics.sql.ts";
import { boundsOf, dayInIndia } from "../../statistics/days.ts";
import { readOperations } from "./operations.ts";
import { recordStatistics } from "./record.ts";
import { watchHealthSnapshot } from "./health-snapshot.ts";

let market: TestMarket;
let mod: TestStudent;
let backups: string;

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), "market-backups-"));
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    BACKUP_TO: backups,
    SMTP_URL: "smtp://127.0.0.1:9",
  });
  mod = await market.student("Mod");
});
afterAll(async () => {
  await market.close();
  await rm(backups, { recursive: true });
});
afterEach(() => vi.useRealTimers());

/** Stops the process's clock, so that no test fails when midnight in India passes meanwhile. @returns its day */
function stopClock(): string {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  return dayInIndia();
}
/** Moves to the stopped clock what has the database's time. */
async function moveToStoppedClock(productId: string): Promise<void> {
  const now = new Date();
  await market.parts.db.query(sql`
    update products set sold_at = ${now} where id = ${productId} and sold_at is not null`);
  await market.parts.db.query(sql`
    update reveals set revealed_at = ${now} where product_id = ${productId}`);
}

const ask = async () => (await mod.get("/api/operations")).body.operations;

describe("statistics of the day", () => {
  it("R747 are added up over processes, and nothing is lost while the database is down", async () => {
    const { db } = market.parts;
    const [one, other] = [new Counters(), new Counters()];
    const today = stopClock();
    one.add("errors");
    one.add("errors");
    other.add("errors", 3);
    vi.spyOn(db, "query").mockRejectedValueOnce(new Error("Connection terminated"));
    await expect(one.save(db)).rejects.toThrow("Connection terminated");
    one.add("errors");
    await Promise.all([one.save(db), other.save(db)]);
    await one.save(db);
    expect(await selectStatistics(db, 1)).toEqual([{ day: today, name: "errors", value: 6 }]);
    expect(one.totals.get("errors")).toBe(3);
    await db.query(sql`delete from daily_figures`);
  });

  it("R747 are stored every ten minutes: the largest value of counts, the last value of measurements", async () => {
    const { db } = market.parts;
    const seller = await market.student("Seller");
    stopClock();
    const [first, second] = [await list(seller), await list(seller)].map(
      ({ body }) => body.product._id,
    );
    await recordStatistics(market.parts);
    await seller.call("DELETE", `/api/products/${first}`);
    await recordStatistics(market.parts);
    const noted = new Map((await selectStatistics(db, 1)).map(({ name, value }) => [name, value]));
    expect(noted.get("listings")).toBe(2);
    expect(noted.get("disk-free")).toBeGreaterThan(0);
    expect(noted.get("disk-free")).toBeLessThan(1);
    // There is no backup whose age could be measured.
    expect(noted.has("backup-age")).toBe(false);
    await db.query(sql`delete from products where id = ${second}`);
    await db.query(sql`delete from daily_figures`);
  });
});

describe("what happens just before midnight in India", () => {
  const midnight = Date.parse("2027-01-10T00:00:00+05:30");

  it("R983 is added to its own day by a process that saves it later", async () => {
    const { db } = market.parts;
    const counters = new Counters();
    vi.useFakeTimers({ toFake: ["Date"], now: midnight - 1 });
    counters.add("errors", 2);
    vi.setSystemTime(midnight);
    counters.add("errors");
    await counters.save(db);
    const saved = await selectStatistics(db, 2);
    await db.query(sql`delete from daily_figures where day > '2027-01-01'`);
    expect(saved).toEqual([
      { day: "2027-01-09", name: "errors", value: 2 },
      { day: "2027-01-10", name: "errors", value: 1 },
    ]);
  });

  it("R983 is counted by the first run after midnight", async () => {
    const { db } = market.parts;
    const [seller, buyer] = [await market.student("Late"), await market.student("Later")];
    const today = stopClock();
    const { _id: productId } = (await list(seller)).body.product;
    await buyer.get(`/api/products/${productId}`);
    await seller.call("PUT", `/api/products/${productId}/toggle-sold`);
    await moveToStoppedClock(productId);
    const { listings, sold, contacts } = await countDay(db);
    expect(Math.min(listings, sold, contacts)).toBeGreaterThan(0);
    await db.query(sql`delete from daily_figures`);
    vi.setSystemTime(boundsOf(today)[1] + 1_000);
    await recordStatistics(market.parts);
    const saved = (await selectStatistics(db, 2)).filter(({ day }) => day === today);
    await db.query(sql`delete from daily_figures`);
    await db.query(sql`delete from products where id = ${productId}`);
    await db.query(sql`delete from reveals where product_id = ${productId}`);
    expect(Object.fromEntries(saved.map(({ name, value }) => [name, value]))).toEqual({
      listings,
      sold,
      contacts,
    });
  });
});

describe("how the market is doing", () => {
  it("R747 is shown to moderators: now, and thirty days of which the last is today", async () => {
    const { db } = market.parts;
    const [seller, buyer] = [await market.student("Asha"), await market.student("Rohan")];
    const today = stopClock();
    await list(seller);
    const { _id: productId } = (await list(seller)).body.product;
    await buyer.get(`/api/products/${productId}`);
    await market.stranger.get("/api/products/filter?q=zeppelin");
    await seller.call("PUT", `/api/products/${productId}/toggle-sold`);
    await moveToStoppedClock(productId);
    const before = (days: number) => dayInIndia(Date.now(), days);
    await addStatistics(db, new Map([["sign-ins", 12]]), before(29));
    await addStatistics(db, new Map([["sign-ins", 99]]), before(30));
    await addStatistics(db, new Map([["disk-free", 0.5]]), before(1));
    const { version, attention, now, days } = await ask();
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(days).toHaveLength(30);
    expect(days[0]).toMatchObject({ signIns: 12, listings: 0, diskFree: null, backupAge: null });
    expect(days[28]).toMatchObject({ diskFree: 0.5 });
    expect(days[29]).toMatchObject({
      day: today,
      listings: 2,
      contacts: 1,
      sold: 1,
      emptySearches: 1,
      errors: 0,
      backupAge: null,
    });
    expect(now).toMatchObject({ openCases: 0, waitingMails: 0, backupAge: null });
    expect(attention).toEqual([{ what: "backup-never", count: 1 }]);
  });

  it("R747 name overdue cases, and `market status` prints the same", async () => {
    const { db } = market.parts;
    const reporter = await market.student("Reporter");
    const { _id: productId } = (await list(mod)).body.product;
    const json = { productId, reason: "scam", details: "" };
    expect((await reporter.call("POST", "/api/reports", { json })).status).toBe(201);
    await db.query(sql`update cases set due_at = now() - interval '1 minute'`);
    const mail = { kind: "test", to: "a@x.example", subject: "", text: "" };
    await market.parts.outbox.put(db, mail);
    await db.query(sql`update outbox set created_at = now() - interval '2 hours'`);
    await market.parts.jobs.enqueue(db, "late", {});
    // A waiting mail is counted once.
    await db.query(sql`
      update jobs.job set start_after = now() - interval '20 minutes' where name in ('late', 'mail')`);
    await addStatistics(db, new Map([["busy", 1_301]]));
    const old = new Date(Date.now() - 50 * 3_600_000).toISOString().slice(0, 19);
    const folder = join(backups, `${old.replaceAll(":", "-")}Z`);
    await mkdir(folder);
    await writeFile(join(folder, "SHA256SUMS"), "");
    // As another process sees it, without a recent cached result.
    const snapshot = await watchHealthSnapshot(market.parts)();
    const seen = { config: market.parts.config, startedAt: new Date(), snapshot, stores: true };
    expect((await readOperations(db, seen)).attention).toEqual([
      { what: "backup-old", count: 1 },
      { what: "cases-overdue", count: 1 },
      { what: "jobs-late", count: 1 },
      { what: "mails-wait", count: 1 },
      { what: "turned-away", count: 1_301 },
    ]);
    const printed = await marketCommand(market, "status");
    for (const line of [
      /^Version {19}\d+\.\d+\.\d+$/m,
      /^Running for {15}(less than a minute|\d+ minutes?)$/m,
      /^Open reports {14}1$/m,
      /^Waiting mails {13}1$/m,
      /^New listings +3 +3$/m,
      /^Contacts +1 +1$/m,
      /^Sign-ins +0 +12$/m,
      /^A report should have been decided by now\.$/m,
      /^A task has waited for more than 15 minutes\.$/m,
      /^A mail has waited for more than an hour\.$/m,
      /^1,301 requests were turned away today because too many came at once\.$/m,
    ])
      expect(printed).toMatch(line);
  });
});
