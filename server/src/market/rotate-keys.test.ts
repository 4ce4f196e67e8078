import { avatarUrl } from "@market/contract/students/student";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { abuseHash } from "../identity/abuse-records.sql.ts";
import { unsubscribeLink } from "../notices/mails.ts";
import { deletePreviousKey } from "../db/secrets.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket({ PUSH: "on" });
});
afterAll(() => market.close());

/** Another process on the same database. */
async function restarted<T>(work: (other: TestMarket) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATABASE_SESSION_URL, DATABASE_OWNER_URL } = market.parts.config;
  const other = await openTestMarket({
    ...(DATABASE_URL && { DATABASE_URL }),
    ...(DATABASE_SESSION_URL && { DATABASE_SESSION_URL }),
    ...(DATABASE_OWNER_URL && { DATABASE_OWNER_URL }),
    PUSH: "on",
  });
  try {
    return await work(other);
  } finally {
    await other.close();
  }
}

describe("market rotate-keys --application", () => {
  it("R1020 replaces the application key; avatars, push and suspensions stay, and old links are read for 30 days", async () => {
    const asha = await market.student("Asha");
    for (const name of ["One", "Two"]) await list(asha, { name });
    const faceOf = async ({ stranger }: TestMarket) =>
      (await stranger.get(avatarUrl(asha.userId, "bottts"))).text;
    const pushKeyOf = async (one: TestMarket) =>
      (await one.stranger.get("/api/notices/settings", { authorization: `Bearer ${asha.token}` }))
        .body.push.key;
    const hash = ({ parts }: TestMarket) => abuseHash(parts.lastingKey, "issuer", "subject");
    const first = await market.stranger.get("/api/products?limit=1");
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers["link"]))?.[1] ?? "";
    const { receipt, secret } = (
      await market.stranger.call("POST", "/api/grievances", {
        json: {
          name: "Meera",
          email: "meera@example.org",
          subject: "My number",
          details: "A listing shows it.",
        },
      })
    ).body;
    const mailLink = new URL(unsubscribeLink(market.parts, asha.userId)).pathname;
    const statuses = async ({ stranger }: TestMarket) => [
      (await stranger.get(next)).status,
      (await stranger.get(`/api/grievances/${receipt}`, { "x-grievance-secret": secret })).status,
      (await stranger.get(mailLink)).status,
    ];
    const before = [await faceOf(market), await pushKeyOf(market), hash(market)];
    expect(await statuses(market)).toEqual([200, 200, 200]);

    expect(await marketCommand(market, "rotate-keys", "--application")).toBe(
      "The application key is replaced. Restart the market now: until then it uses the previous one. Links and receipts made with it stay valid for 30 more days.\n",
    );
    await restarted(async (other) => {
      expect(other.parts.applicationKey.equals(market.parts.applicationKey)).toBe(false);
      expect([await faceOf(other), await pushKeyOf(other), hash(other)]).toEqual(before);
      expect(await statuses(other)).toEqual([200, 200, 200]);
      expect(new URL(unsubscribeLink(other.parts, asha.userId)).pathname).not.toBe(mailLink);
    });

    const { db } = market.parts;
    const previous = sql`select from settings where name = 'previous_application_key'`;
    await deletePreviousKey(db);
    expect(await db.query(previous)).toHaveLength(1);
    await db.query(sql`
      update settings set value = to_jsonb(now() - interval '30 days 1 second')
      where name = 'application_key_changed_at'`);
    await restarted(async (other) => {
      expect([await faceOf(other), await pushKeyOf(other), hash(other)]).toEqual(before);
      expect(await statuses(other)).toEqual([400, 404, 404]);
    });
    await deletePreviousKey(db);
    expect(await db.query(previous)).toEqual([]);
  });

  it("R1020 does not combine with --revoke, which is about tokens", async () => {
    await expect(
      marketCommand(market, "rotate-keys", "--application", "--revoke"),
    ).rejects.toMatchObject({
      code: 1,
      stderr: "rotate-keys takes --revoke or --application, one at a time.\n",
    });
  });
});
