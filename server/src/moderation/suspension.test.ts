import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recurringJobs } from "../operations/recurring.ts";
import { marketCommand } from "../../test/command.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

/** Two processes on one database. */
let first: TestMarket;
let second: TestMarket;
let origins: string[];

beforeAll(async () => {
  first = await openTestMarket();
  const { DATABASE_URL = "", DATABASE_SESSION_URL = "", DATA_DIR } = first.parts.config;
  second = await openTestMarket({ DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR });
  origins = await Promise.all(
    [first, second].map(({ app }) => app.listen({ host: "127.0.0.1", port: 0 })),
  );
  await first.student("Seller");
  await first.student("Buyer");
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const command = (...args: string[]) => marketCommand(first, ...args);

describe("D19 a suspension", () => {
  const endNow = () => {
    const job = recurringJobs(first.parts).find(({ name }) => name === "end-suspensions");
    return job?.work({} as never);
  };

  it("D19 refuses every call on both processes, and says until when", async () => {
    const neha = await first.student("Neha");
    await command("suspend", "--email", "neha@cgu.example", "--reason", "Insults", "--days", "7");
    const authorization = `Bearer ${neha.token}`;
    for (const origin of origins) {
      const answer = await fetch(`${origin}/api/saved`, { headers: { authorization } });
      const body = (await answer.json()) as { code: string; message: string };
      expect([answer.status, body.code]).toEqual([403, "account-suspended"]);
      expect(body.message).toMatch(
        /^This account is suspended until \d+ \w+ \d{4}.* IST\. Please write to support\.$/,
      );
    }
  });

  it("D19 ends automatically when its time is over, not earlier; then a new sign-in is needed", async () => {
    const rohan = await first.student("Rohan");
    const { _id: id } = (await list(rohan, { name: "Rohan's lamp" })).body.product;
    await command("suspend", "--email", "rohan@cgu.example", "--reason", "Insults", "--days", "1");
    await endNow();
    expect((await rohan.get("/api/saved")).body.code).toBe("account-suspended");
    await first.parts.db.query(sql`
      update users set suspended_until = now() - interval '1 second' where id = ${rohan.userId}`);
    await endNow();
    expect((await rohan.get("/api/saved")).body.code).toBe("invalid-token");
    await expect.poll(async () => (await first.stranger.get("/api/products")).text).toContain(id);
  });

  it("R1104 that ended by the clock is in the student's notices, once", async () => {
    const omkar = await first.student("Omkar");
    await command("suspend", "--email", "omkar@cgu.example", "--reason", "Insults", "--days", "1");
    await first.parts.db.query(sql`
      update users set suspended_until = now() - interval '1 second' where name = 'Omkar'`);
    await endNow();
    await endNow();
    expect(
      await first.parts.db.query(sql`
        select text from notices where user_id = ${omkar.userId} order by id desc`),
    ).toEqual([
      { text: "Your account is open again." },
      { text: "Your account was suspended: Insults" },
    ]);
  });

  it("D19 refuses a listing whose request was running when it began", async () => {
    const meera = await first.student("Meera");
    const { db } = first.parts;
    let answer: Promise<{ status: number }> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.query(sql`
        update users set suspended_at = now() where id = ${meera.userId}`);
      answer = list(meera, { name: "Meera's late lamp" });
      await expect
        .poll(async () => {
          const waiting = await db.query(sql`
            select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`);
          const held = await db.query(
            sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return waiting.length + held.length;
        })
        .toBeGreaterThan(0);
    });
    expect((await answer)?.status).toBe(403);
    expect(
      (await first.stranger.get("/api/products", { "cache-control": "no-cache" })).text,
    ).not.toContain("late lamp");
  });

  it.each([
    [
      ["suspend", "--email", "nobody@cgu.example", "--reason", "x"],
      "No registered student has nobody@cgu.example.",
    ],
    [["suspend", "--email", "seller@cgu.example"], "suspend needs --email and --reason"],
    [
      ["suspend", "--email", "seller@cgu.example", "--reason", "x", "--days", "0"],
      "suspend takes --days with a whole number from 1 to 3650",
    ],
    [["reinstate", "--email", "buyer@cgu.example"], "No suspended student has buyer@cgu.example."],
    [
      ["hide", "--item", "cycle", "--note", "x"],
      "cycle is neither the address of a listing nor its id.",
    ],
    [
      ["hide", "--item", "01994e50-0000-7000-8000-000000000000", "--note", "x"],
      "There is no listing 01994e50-0000-7000-8000-000000000000.",
    ],
    [
      ["show", "--item", "01994e50-0000-7000-8000-000000000000"],
      "There is no hidden listing 01994e50-0000-7000-8000-000000000000.",
    ],
    [["show"], "show needs --item"],
  ])("is not begun by %j", async (args, sentence) => {
    const failure = await command(...args).catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(failure).toMatchObject({ code: 1, stderr: `${sentence}\n` });
  });

  it("R913 restore takes a backup, and for one release also a hidden listing, but never guesses which", async () => {
    const item = ["--item", "01994e50-0000-7000-8000-000000000000"];
    const needed =
      "restore needs --from with the folder of the backups. A hidden listing is shown by: show --item";
    for (const [args, sentence] of [
      [item, "There is no hidden listing 01994e50-0000-7000-8000-000000000000."],
      [[], needed],
      [["--at", "2026-11-23"], needed],
      [["--keep-sessions", ...item], needed],
      [["--from", "/nowhere", ...item], needed],
      [["--from-folder", "/nowhere"], "Unknown option '--from-folder'"],
      [["--form", "/nowhere", ...item], "Unknown option '--form'"],
    ] as const) {
      const failure = await command("restore", ...args).catch((error: { stderr: string }) => error);
      expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(`^${sentence}`) });
    }
  });
});
