import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSignInTest, type SignInTest } from "../../test/identity.ts";
import { endIdleSessions } from "./sessions.sql.ts";

describe("a session that is not used", () => {
  let test: SignInTest;
  beforeAll(async () => {
    test = await openSignInTest({ MODERATOR_EMAILS: "asha@cgu.example" });
  });
  afterAll(() => test.close());

  const unusedFor = (time: string) =>
    test.db.query(sql`
      update sessions set created_at = now() - interval '20 days', last_seen_at = now() - ${time}::interval`);

  it("R973 ends after 14 days when it is a moderator's, and not when it is another student's", async () => {
    const [moderator, student] = [test.browser(), test.browser()];
    await moderator.signIn("asha@cgu.example");
    await student.signIn("rohan@cgu.example");
    const answers = async () => [(await moderator.token()).status, (await student.token()).status];
    await unusedFor("13 days 23 hours");
    expect(await answers()).toEqual([200, 200]);
    await unusedFor("14 days 1 minute");
    expect(await answers()).toEqual([401, 200]);
    await unusedFor("29 days");
    expect((await student.token()).status).toBe(200);
  });

  it("R973 is marked as ended, and with it its push subscription", async () => {
    await test.browser().signIn("asha@cgu.example");
    await test.browser().signIn("meera@cgu.example");
    await unusedFor("14 days 1 minute");
    await endIdleSessions(test.db, test.config.MODERATOR_EMAILS, test.identity.issuer);
    const open = await test.db.query<{ email: string }>(sql`
      select distinct email from sessions join identities on identities.id = identity_id
      where ended_at is null and email in ('asha@cgu.example', 'meera@cgu.example')`);
    expect(open).toEqual([{ email: "meera@cgu.example" }]);
  });

  it("R1025 is not taken for a moderator's when its account is at another provider", async () => {
    await test.browser().signIn("asha@cgu.example");
    await unusedFor("14 days 1 minute");
    await test.db.query(sql`
      update identities set issuer = 'https://former.example' where email = 'asha@cgu.example'`);
    await endIdleSessions(test.db, test.config.MODERATOR_EMAILS, test.identity.issuer);
    const open = await test.db.query(sql`
      select from sessions join identities on identities.id = identity_id
      where ended_at is null and email = 'asha@cgu.example'`);
    expect(open).toHaveLength(1);
  });
});
