import { type Endpoint, endpoints } from "@market/contract/endpoints";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { list } from "../../test/listings.ts";
import { signedInAgain as signInAnew } from "../../test/people.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { newId } from "../db/ids.ts";
import { endSuspensions } from "../moderation/measures.ts";

let market: TestMarket;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example, suspended@cgu.example",
    LIMITS_REQUESTS_PER_MINUTE: "100000",
    PUSH: "on",
  });
});
afterAll(() => market.close());

const suspend = (name: string, ...days: string[]) =>
  marketCommand(
    market,
    ..."suspend --reason Insults --email".split(" "),
    `${name}@cgu.example`,
    ...days,
  );

const signedInAgain = (student: TestStudent) => signInAnew(market, student);

/** But the two that answer with pages, to a browser without a token. */
const table = Object.entries<Endpoint>(endpoints).filter(([, { reply }]) => reply !== "redirect");
/** Lists the endpoints that do not refuse the token because of its account. */
async function open(student: TestStudent, before?: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  for (const [name, { method, path }] of table) {
    await before?.();
    // Requests that would change the account are refused with 422.
    const { body, status } = await student.call(method, path.replace(/\{\w+\}/g, newId()), {
      ...(method !== "GET" && { json: {} }),
    });
    const refusals = ["account-suspended", "account-deleted", "invalid-token", "foreign-origin"];
    if (!refusals.includes(body?.code) && !(status === 404 && body?.code === "not-found"))
      names.push(name);
  }
  return names;
}
const anybodys = table.filter(([, { access }]) => access === "public").map(([name]) => name);

describe("a session that begins during a suspension", { timeout: 120_000 }, () => {
  it("R841 R843 opens the decisions, an appeal, the export, the deletion and no other endpoint; an older one opens none", async () => {
    const asha = await market.student("Suspended");
    expect((await asha.get("/api/moderation/cases")).status).toBe(200);
    await suspend("suspended");
    expect(await open(asha)).toEqual(anybodys);
    const limited = await signedInAgain(asha);
    const own = ["exportAccount", "deleteAccount", "ownDecisions", "createAppeal"];
    expect((await open(limited)).toSorted()).toEqual([...anybodys, ...own].toSorted());
    for (const page of ["/moderation", "/operations"])
      expect((await limited.get(page)).status).toBe(404);
    await expect(
      limited.get(`/api/products?seller=${asha.userId}`).then(({ body }) => body.code),
    ).resolves.toBe("account-suspended");
  });

  it("R841 gets a token by its cookie, and reads the reason and the end at google-login", async () => {
    const neha = await market.student("Neha");
    const older = await signedInAgain(neha);
    await suspend("neha", "--days", "7");
    const limited = await signedInAgain(neha);
    const issue = (secret: string) =>
      market.stranger.call("POST", "/api/auth/token", {
        headers: {
          "x-requested-with": "campus-marketplace",
          cookie: `${cookieName}=${secret}`,
        },
      });
    const { port } = new URL(market.parts.config.PUBLIC_ORIGIN);
    const cookieName = `session-${port}`;
    const issued = await issue(limited.secret);
    expect([issued.status, issued.body.profile.email]).toEqual([200, "neha@cgu.example"]);
    const refused = await issue(older.secret);
    for (const { status, body } of [
      refused,
      await limited.call("POST", "/api/auth/google-login"),
      await limited.get("/api/saved"),
    ]) {
      expect([status, body.code, body.reason]).toEqual([403, "account-suspended", "Insults"]);
      expect(Math.round((Date.parse(body.until) - Date.now()) / 86_400_000)).toBe(7);
    }
  });

  it("R842 is an ordinary one as soon as the suspension is over, by the clock or by a moderator", async () => {
    const rohan = await market.student("Rohan");
    await suspend("rohan", "--days", "1");
    const limited = await signedInAgain(rohan);
    await market.parts.db.query(sql`
      update users set suspended_until = now() - interval '1 second' where id = ${rohan.userId}`);
    await market.parts.db.transaction(endSuspensions);
    expect((await limited.get("/api/saved")).status).toBe(200);
    expect((await rohan.get("/api/saved")).body.code).toBe("invalid-token");
    await suspend("rohan");
    expect((await limited.get("/api/decisions")).body).toMatchObject({
      code: "account-suspended",
      reason: "Insults",
    });
    const again = await signedInAgain(rohan);
    expect((await again.get("/api/decisions")).status).toBe(200);
    await marketCommand(market, ..."reinstate --email rohan@cgu.example".split(" "));
    expect((await again.get("/api/saved")).status).toBe(200);
  });

  it("R844 exports its data, deletes the account and restores it, and is suspended again", async () => {
    const farida = await market.student("Farida");
    const { _id: productId } = (await list(farida)).body.product;
    await suspend("farida");
    const limited = await signedInAgain(farida);
    expect((await limited.get("/api/users/me/export")).headers["content-type"]).toBe(
      "application/zip",
    );
    const restore = (who: TestStudent) => who.call("POST", "/api/users/me/restore");
    expect((await restore(limited)).body.code).toBe("account-suspended");
    const json = { confirm: "DELETE" };
    expect((await limited.call("DELETE", "/api/users/me", { json })).status).toBe(200);
    expect((await limited.get("/api/decisions")).status).toBe(403);

    const again = await signedInAgain(farida);
    const login = await again.call("POST", "/api/auth/google-login");
    expect([login.status, login.body]).toMatchObject([
      403,
      { code: "account-suspended", reason: "Insults", deleted: true },
    ]);
    const own = [
      "exportAccount",
      "deleteAccount",
      "restoreAccount",
      "ownDecisions",
      "createAppeal",
    ];
    expect(login.body.until).toBeUndefined();
    expect((await open(again)).toSorted()).toEqual([...anybodys, ...own].toSorted());
    // The sweep has restored it.
    const restored = await again.call("POST", "/api/auth/google-login");
    expect(restored.body).toMatchObject({ code: "account-suspended", reason: "Insults" });
    expect(restored.body.deleted).toBeUndefined();
    expect((await again.get("/api/saved")).body.code).toBe("account-suspended");
    expect((await market.stranger.get(`/api/items/${productId}`)).status).toBe(404);
  });

  it("R843 of a deleted account is let in for restoring and the export alone", async () => {
    const lata = await market.student("Lata");
    const remove = () =>
      market.parts.db.query(sql`
        update users set deleted_at = now() where id = ${lata.userId}`);
    // Before each call, as one of them restores it.
    expect((await open(lata, remove)).toSorted()).toEqual(
      [...anybodys, "exportAccount", "restoreAccount"].toSorted(),
    );
  });

  it("R841 needs a sign-in of the last ten minutes for the export and the deletion", async () => {
    const tara = await market.student("Tara");
    await suspend("tara");
    const limited = await signedInAgain(tara);
    await market.parts.db.query(sql`
      update sessions set created_at = now() - interval '11 minutes'
      where ended_at is null and identity_id = (select identity_id from users where id = ${tara.userId})`);
    const json = { confirm: "DELETE" };
    for (const { status, body } of [
      await limited.get("/api/users/me/export"),
      await limited.call("DELETE", "/api/users/me", { json }),
    ])
      expect([status, body.code]).toEqual([401, "sign-in-again"]);
    expect((await limited.get("/api/decisions")).status).toBe(200);
  });
});
