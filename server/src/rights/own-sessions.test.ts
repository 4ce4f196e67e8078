import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { enrol } from "../../test/people.ts";
import { createClient } from "../../test/client.ts";
import { browserName } from "../identity/browser-name.ts";
import { openIdentity } from "../identity/identity.ts";
import { beginSession } from "../identity/sessions.ts";
import { touchSession } from "../identity/sessions.sql.ts";

let market: TestMarket;

beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

/** Two browsers of one student, the second signed in later. */
async function twoBrowsers(name: string): Promise<[TestStudent, TestStudent]> {
  const { db } = market.parts;
  const { userId, token } = await enrol(market.parts, name);
  const [row] = await db.query<{ id: string }>(sql`
    select identity_id as id from users where id = ${userId}`);
  const identityId = row?.id ?? "";
  const { sessionId } = await beginSession(db, identityId);
  await touchSession(db, sessionId, "Firefox on Windows");
  const other = await openIdentity(market.parts).tokens.issue({ identityId, sessionId });
  const clientOf = (held: string) => ({ ...createClient(market.app, held), userId, token: held });
  return [clientOf(token), clientOf(other.token)];
}

describe("sessions of a student", () => {
  it("D47 are listed with browser and times, the last used first", async () => {
    const [first, second] = await twoBrowsers("Lister");
    const { sessions } = (await first.get("/api/auth/sessions")).body;
    expect(sessions).toEqual([
      expect.objectContaining({ browser: "Firefox on Windows", current: false }),
      expect.objectContaining({ browser: "", current: true }),
    ]);
    expect((await second.get("/api/auth/sessions")).body.sessions[0].current).toBe(true);
  });

  it("R898 end only soon after a sign-in, except for the caller's own", async () => {
    const [first, second] = await twoBrowsers("Latecomer");
    const { sessions } = (await first.get("/api/auth/sessions")).body;
    const [other, own] = sessions.map(({ id }: { id: string }) => `/api/auth/sessions/${id}`);
    await market.parts.db.query(sql`
      update sessions set authenticated_at = now() - interval '11 minutes'
      where identity_id = (select identity_id from users where id = ${first.userId})`);
    const refused = [
      await first.call("DELETE", other),
      await first.call("POST", "/api/auth/logout-everywhere"),
    ];
    for (const { status, body } of refused)
      expect([status, body.code, body.message]).toEqual([
        401,
        "sign-in-again",
        "Please log in again before you end other sessions.",
      ]);
    expect((await second.get("/api/auth/profile")).status).toBe(200);
    expect((await first.call("DELETE", own)).status).toBe(204);
    expect((await first.get("/api/auth/profile")).status).toBe(401);
  });

  it("D47 end one by one, with their tokens, and only the caller's own", async () => {
    const [first, second] = await twoBrowsers("Ender");
    const stranger = await market.student("Stranger");
    const [{ id }] = (await first.get("/api/auth/sessions")).body.sessions;
    const path = `/api/auth/sessions/${id}`;
    expect((await stranger.call("DELETE", path)).body.code).toBe("session-not-found");
    expect((await first.call("DELETE", path)).status).toBe(204);
    expect((await second.get("/api/saved")).body.code).toBe("invalid-token");
    expect((await first.get("/api/saved")).status).toBe(200);
    expect((await first.call("DELETE", path)).body.code).toBe("session-not-found");
  });

  it("D47 end all together", async () => {
    const [first, second] = await twoBrowsers("Everywhere");
    expect((await first.call("POST", "/api/auth/logout-everywhere")).status).toBe(204);
    for (const browser of [first, second])
      expect((await browser.get("/api/saved")).body.code).toBe("invalid-token");
  });
});

it.each([
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["curl/8.5.0", "A browser on another device"],
])("D47 the browser of %s is shown as %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
