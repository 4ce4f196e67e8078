import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLog } from "../config/log.ts";
import { newId } from "../db/ids.ts";
import { addNotice } from "../notices/notices.sql.ts";
import { planPushes } from "../notices/push.sql.ts";
import { marketCommand } from "../../test/command.ts";
import { createTestDatabase } from "../../test/database.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { signedInAgain } from "../../test/people.ts";
import { execute } from "../../test/postgres.ts";
import { openClock } from "./clock.ts";
import { recurringJobs } from "./recurring.ts";

const day = 86_400;
const METRICS_TOKEN = "let me see";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket({ METRICS_TOKEN, MODERATOR_EMAILS: "mod@cgu.example" });
});
afterAll(() => market.close());

/** Does something in a process whose clock differs from the database's by so many seconds. */
async function asProcess<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  vi.stubGlobal("Date", shiftedDate(seconds));
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

/** A wrong clock that keeps running, however slow the machine is. */
function shiftedDate(seconds: number): DateConstructor {
  const Real = Date;
  const now = () => Real.now() + seconds * 1_000;
  return new Proxy(Real, {
    construct: (target, [given = now()]: [number?]) => new target(given),
    get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
  });
}

/** Reads what operators see. */
async function report(of: TestMarket) {
  const { stranger } = of;
  const [known] = await of.parts.db.query<{ userId: string }>(sql`
    select users.id as "userId" from users join identities on identities.id = identity_id
    where email = 'mod@cgu.example'`);
  const mod = known ? await signedInAgain(of, known as TestStudent) : await of.student("Mod");
  // Its default is PostgreSQL's own time, which no test moves.
  await of.parts.db.query(sql`update sessions set created_at = now()`);
  const { attention } = (await mod.get("/api/operations")).body.operations;
  const clocks = attention.filter(({ what }: { what: string }) => what.startsWith("clock-"));
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const { body } = await stranger.get("/readyz", { authorization });
  return { clocks, health: body.checks.clock };
}

const run = async (of: TestMarket, clock: ReturnType<typeof openClock>, name: string) =>
  clock
    .guard(recurringJobs(of.parts))
    .find((job) => job.name === name)
    ?.work({} as never);

const silent = createLog("silent");

it.each([
  [0, []],
  [300, [[300, expect.stringContaining("300 s ahead of")]]],
  [-300, [[-300, expect.stringContaining("300 s behind")]]],
])("a clock that is %d seconds off the database's is reported", async (away, expected) => {
  const lines: { seconds: number; msg: string }[] = [];
  const log = createLog("warn", { write: (line: string) => void lines.push(JSON.parse(line)) });
  await asProcess(away, async () => (await openClock(market.parts.db, log).watch())());
  expect(lines.map(({ seconds, msg }) => [seconds, msg])).toEqual(expected);
});

it.each([
  [50, 200],
  [-50, 200],
  [3_600, 401],
])("a token of a process whose clock is %d s ahead is answered %d", async (away, status) => {
  const asha = await asProcess(away, () => market.student(`Asha${away + 100}`));
  expect((await asha.get("/api/auth/profile")).status).toBe(status);
});

describe("a process whose clock is wrong", () => {
  it.each([100 * day, -100 * day])(
    "R903 decides by the database's clock when it is %d seconds off",
    async (away) => {
      const { db } = market.parts;
      const [due] = await db.query<{ at: Date }>(sql`select now() as at`);
      const dayIn = (days: number) =>
        new Date((due?.at.getTime() ?? 0) + days * day * 1_000).toISOString().slice(0, 10);
      await asProcess(away, async () => {
        const asha = await market.student(`Veena${away}`);
        const { _id: productId } = (await list(asha)).body.product;
        const leave = async (leavingOn: string) =>
          (
            await asha.call("POST", "/api/bundles", {
              json: { productIds: [productId], place: "Hostel 4, gate", leavingOn },
            })
          ).status;
        expect([await leave(dayIn(20)), await leave(dayIn(-2)), await leave(dayIn(125))]).toEqual([
          201, 422, 422,
        ]);

        const grievance = await market.stranger.call("POST", "/api/grievances", {
          json: {
            name: "Ravi Kumar",
            email: "ravi@example.org",
            subject: "My photo",
            details: "A listing shows me.",
            website: "https://spam.example",
          },
        });
        expect(grievance).toMatchObject({ status: 201 });
        const hours = (Date.parse(grievance.body.dueAt) - (due?.at.getTime() ?? 0)) / 3_600_000;
        expect(Math.round(hours)).toBe(7 * 24);

        await db.query(sql`
          insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
          select session.id, ${asha.userId}, 'https://push.example/1', 'p', 'a', now() - interval '1 hour'
          from sessions session join users on users.identity_id = session.identity_id
          where users.id = ${asha.userId}`);
        const id = newId(due?.at.getTime());
        await db.transaction((transaction) =>
          addNotice(transaction, {
            id,
            userId: asha.userId,
            kind: "sold",
            text: "Sold.",
            dedupeKey: id,
          } as never),
        );
        const planned = await db.transaction((transaction) => planPushes(transaction, 10));
        expect(planned).toMatchObject([{ noticeId: id }]);
        await db.query(sql`delete from push_subscriptions`);
      });
    },
  );

  it.each([
    [100 * day, 1],
    [-90, 1],
    [40, 0],
    [-40, 0],
  ])(
    "R904 runs no clock job when it is %d s off the database's, and reports it",
    async (away, left) => {
      const { db } = market.parts;
      const asha = await market.student(`Reserves${away}`);
      const { _id: id } = (await list(asha)).body.product;
      await db.query(sql`
        update products set reserved_until = now() - interval '1 second' where id = ${id}`);
      const clock = openClock(db, silent);
      const seen = await asProcess(away, async () => {
        await run(market, clock, "end-by-the-clock");
        // Another process, without a recent cached result.
        const other = await openTestMarket({
          ...databaseOf(market),
          METRICS_TOKEN,
          MODERATOR_EMAILS: "mod@cgu.example",
        });
        try {
          return { ...(await report(other)), printed: await marketCommand(market, "status") };
        } finally {
          await other.close();
        }
      });
      const [row] = await db.query<{ left: number }>(sql`
        select count(reserved_until)::int as left from listing_clocks where product_id = ${id}`);
      expect(row?.left).toBe(left);
      const count: unknown = expect.closeTo(away, -1);
      expect(seen.clocks).toEqual(left ? [{ what: "clock-differs", count }] : []);
      expect(seen.health).toBe(left ? "failing" : "ok");
      const sentence = `${away > 0 ? "ahead of" : "behind"} the database's: set both by NTP`;
      expect(seen.printed.includes(sentence)).toBe(left === 1);
      await run(market, clock, "end-by-the-clock");
      const [after] = await db.query<{ left: number }>(sql`
        select count(reserved_until)::int as left from listing_clocks where product_id = ${id}`);
      expect(after?.left).toBe(0);
    },
  );

  it("R904 sends on what has happened, and the warning about the clock itself", () => {
    const named = new Map(recurringJobs(market.parts).map((job) => [job.name, job.anyClock]));
    const running = [...named].filter(([, anyClock]) => anyClock).map(([name]) => name);
    expect(running.toSorted()).toEqual(["match-alerts", "warn-of-trouble"]);
    expect(named.has("end-by-the-clock")).toBe(true);
  });
});

const databaseOf = ({ parts }: TestMarket) => ({
  DATABASE_URL: parts.config.DATABASE_URL ?? "",
  DATABASE_SESSION_URL: parts.config.DATABASE_SESSION_URL ?? "",
});

describe("a jump of the database's clock", () => {
  let jumping: TestMarket;
  let drop: () => Promise<void>;
  let id: string;

  /** Moves the clock of this database, and of the computer that it shares with the process. */
  async function move<T>(interval: string, work: () => Promise<T>): Promise<T> {
    const { db } = jumping.parts;
    const [row] = await db.query<{ seconds: number }>(sql`
      update shifted.clock set ahead = ${interval}::interval
      returning extract(epoch from ahead)::float8 as seconds`);
    return asProcess(row?.seconds ?? 0, work);
  }

  const expired = async () => {
    const [row] = await jumping.parts.db.query<{ expired: boolean }>(
      sql`select expired_at is not null as expired from products where id = ${id}`,
    );
    return row?.expired;
  };

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    const name = new URL(database.url).pathname.slice(1);
    // Found before PostgreSQL's own, so that the product's statements see a time that a test moves.
    for (const statement of [
      `create schema shifted`,
      `create table shifted.clock as select interval '0' as ahead`,
      `create function shifted.now() returns timestamptz stable language sql
        as 'select pg_catalog.now() + ahead from shifted.clock'`,
      `create function shifted.clock_timestamp() returns timestamptz language sql
        as 'select pg_catalog.clock_timestamp() + ahead from shifted.clock'`,
      `grant usage on schema shifted to public`,
      `grant select, update on shifted.clock to public`,
      `alter database "${name}" set search_path = shifted, pg_catalog, public`,
    ])
      await execute(database.url, statement);
    jumping = await openTestMarket({
      ...database.settings,
      METRICS_TOKEN,
      MODERATOR_EMAILS: "mod@cgu.example",
    });
  });
  afterAll(async () => {
    await jumping.close();
    await drop();
  });

  it("R905 by less than an hour changes nothing", async () => {
    const clock = openClock(jumping.parts.db, silent);
    await run(jumping, clock, "end-by-the-clock");
    const seen = await move("50 minutes", async () => {
      await run(jumping, clock, "end-by-the-clock");
      return report(jumping);
    });
    expect(seen).toEqual({ clocks: [], health: "ok" });
    await move("0", () => run(jumping, clock, "end-by-the-clock"));
  });

  it.each(["", "after a reboot"])(
    "R905 is no jump when uptimes cannot be compared: %j",
    async (boot) => {
      const { db } = jumping.parts;
      await move("0", async () => {
        const [now] = await db.query<{ time: number }>(sql`
          select extract(epoch from clock_timestamp())::float8 as time`);
        const stored = { time: (now?.time ?? 0) - 86_400, uptime: 10 ** 9, boot: "" };
        await db.query(sql`
          update settings set value = ${JSON.stringify(stored)} where name = 'clock_moment'`);
        expect((await openClock(db, silent, boot).look()).jumped).toBe(0);
        await db.query(sql`delete from settings where name = 'clock_moment'`);
      });
    },
  );

  it.each([
    ["100 days", "Asha"],
    ["-2 hours", "Rohan"],
  ])(
    "R905 by %s stops clock jobs until the operator accepts it, also while the market was stopped",
    async (interval, name) => {
      const { db } = jumping.parts;
      const lines: string[] = [];
      const log = createLog("error", { write: (line: string) => void lines.push(line) });
      await move("0", async () => {
        const asha = await jumping.student(name);
        id = (await list(asha)).body.product._id;
        await marketCommand(jumping, "clock", "--accept");
        await run(jumping, openClock(db, log), "end-by-the-clock");
      });
      // The next process finds what the last one stored.
      await db.query(sql`update settings set value = jsonb_set(value::jsonb, '{time}',
        to_jsonb(extract(epoch from clock_timestamp()))) where name = 'clock_moment'`);
      await move(interval, async () => {
        const clock = openClock(db, log);
        for (let times = 0; times < 2; times++) await run(jumping, clock, "end-by-the-clock");
        expect(await expired()).toBe(false);
        expect(lines).toHaveLength(1);
        expect(lines[0]).toContain("clock jobs are stopped until");

        const other = await openTestMarket({
          ...databaseOf(jumping),
          METRICS_TOKEN,
          MODERATOR_EMAILS: "mod@cgu.example",
        });
        try {
          const { clocks, health } = await report(other);
          expect(clocks).toMatchObject([{ what: "clock-jumped" }]);
          expect(health).toBe("failing");
        } finally {
          await other.close();
        }
        expect(await marketCommand(jumping, "status")).toContain("run market clock --accept");
        expect(await marketCommand(jumping, "clock")).toContain("clock jobs are stopped until");
        expect(await marketCommand(jumping, "clock", "--accept")).toContain("It is accepted");
        expect(await marketCommand(jumping, "clock")).toContain("has not jumped");
        // A process that was stopped meanwhile sees the same jump.
        await run(jumping, clock, "end-by-the-clock");
        expect(await expired()).toBe(interval === "100 days");
      });
    },
  );
});
