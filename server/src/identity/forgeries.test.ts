import { createPrivateKey, type KeyObject } from "node:crypto";
import type { JWK } from "jose";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import { upsertIdentity } from "./identities.sql.ts";
import { beginSession } from "./sessions.ts";
import { forgeriesOf, type Genuine } from "../../test/forgeries.ts";
import { openSignInTest, type SignInTest } from "../../test/identity.ts";
import type { TokenHolder } from "../http/serve.ts";

describe("tokens in the thousands", () => {
  let test: SignInTest;
  let holders: TokenHolder[];
  let key: KeyObject;
  let publicKey: JWK;

  beforeAll(async () => {
    test = await openSignInTest();
    holders = [];
    for (let number = 0; number < 20; number++) {
      const email = `student${number}@cgu.example`;
      const { issuer } = test.identity;
      const person = { issuer, subject: email, email, name: "Student", picture: null };
      const identityId = await upsertIdentity(test.db, person);
      holders.push({ identityId, sessionId: (await beginSession(test.db, identityId)).sessionId });
    }
    await issue();
    const [row] = await test.db.query<{ privateKey: string; publicKey: JWK }>(sql`
      select private_key as "privateKey", public_key as "publicKey" from signing_keys`);
    publicKey = row?.publicKey ?? {};
    key = createPrivateKey({ key: JSON.parse(row?.privateKey ?? "{}") as JWK, format: "jwk" });
  });
  afterAll(() => test.close());

  const issue = async (number = 0) => {
    const holder = holders[number % 20];
    if (!holder) throw new Error("There is no holder");
    return (await test.identity.tokens.issue(holder)).token;
  };
  const genuine = async (number: number): Promise<Genuine> => ({
    token: await issue(number),
    key,
    publicKey,
  });
  const knock = async (token: string) => {
    const { statusCode, body } = await test.app.inject({
      method: "POST",
      url: "/api/auth/google-login",
      headers: { authorization: `Bearer ${token}` },
    });
    return `${statusCode} ${(JSON.parse(body) as { code: string }).code}`;
  };
  /** Answers differ for identities that may register and those that may not: these have not registered. */
  const welcome = "404 user-not-registered";

  it("a thousand of a thousand good ones are taken", { tags: "sweep" }, async () => {
    const answers = new Map<string, number>();
    for (let number = 0; number < 1000; number++) {
      const answer = await knock(await issue(number));
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
    expect([...answers]).toEqual([[welcome, 1000]]);
  });

  it("none of hundreds of forged ones is, whatever is forged", () => expectRefusalsOf(1, 500));

  it("none of more than ten thousand forged ones is", { tags: "sweep" }, () =>
    expectRefusalsOf(20, 10_000),
  );

  /** Forges the tokens of so many students, more than `least` in all. */
  async function expectRefusalsOf(students: number, least: number): Promise<void> {
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    for (let number = 0; number < students; number++) {
      const other = holders[(number + 1) % 20];
      const forged = forgeriesOf(await genuine(number), {
        sub: other?.identityId ?? "",
        sid: other?.sessionId ?? "",
      });
      for (const [name, tokens] of Object.entries(forged)) {
        counts[name] = (counts[name] ?? 0) + tokens.length;
        for (const token of tokens) {
          const answer = await knock(token);
          if (answer !== "401 invalid-token") wrong.push(`${name}: ${answer} for ${token}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(Object.keys(counts).length).toBeGreaterThanOrEqual(15);
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(all).toBeGreaterThan(least);
  }

  it("no good one is taken any more once its session has ended, and all others still are", async () => {
    const tokens = await Promise.all(Array.from({ length: 200 }, (_, number) => issue(number)));
    const ended = holders.slice(0, 10).map(({ sessionId }) => sessionId);
    await test.db.query(sql`update sessions set ended_at = now() where id = any(${ended})`);
    const answers = await Promise.all(tokens.map(knock));
    expect(answers.filter((_, number) => number % 20 < 10)).toEqual(
      Array(100).fill("401 invalid-token"),
    );
    expect(answers.filter((_, number) => number % 20 >= 10)).toEqual(Array(100).fill(welcome));
    expect(
      await knock(
        await test.identity.tokens
          .issue({ identityId: newId(), sessionId: newId() })
          .then(({ token }) => token),
      ),
    ).toBe("401 invalid-token");
  });
});
