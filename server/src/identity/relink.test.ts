import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suspendStudent } from "../moderation/moderation.sql.ts";
import { openSignInTest, type SignInTest } from "../../test/identity.ts";
import { runCli } from "../../test/run-cli.ts";

const ours = "urn:campus-marketplace:development";
let test: SignInTest;
beforeAll(async () => {
  test = await openSignInTest();
});
afterAll(() => test.close());

const relink = (...args: string[]) =>
  runCli({ DATABASE_URL: test.config.DATABASE_URL }, "relink", ...args);

/** A registered student whose account is of another subject than the provider has for this address now. */
async function registered(email: string): Promise<{ userId: string; secret: string }> {
  const [row] = await test.db.query<{ userId: string }>(sql`
    with identity as (
      insert into identities (id, issuer, subject, email, name)
      values (gen_random_uuid(), ${ours}, ${`previous ${email}`}, ${email}, 'Previous') returning id
    ), session as (
      insert into sessions (id, identity_id, secret_hash, expires_at)
      select gen_random_uuid(), id, sha256(convert_to(${"p".repeat(40) + email.slice(0, 3)}, 'UTF8')), now() + interval '1 day'
      from identity
    )
    insert into users (id, identity_id, name, phone, country, course, semester)
    select gen_random_uuid(), id, 'Previous', '+919876543210', 'India', 'B.Tech', '3rd Semester' from identity
    returning id as "userId"`);
  return { userId: row?.userId ?? "", secret: "p".repeat(40) + email.slice(0, 3) };
}

async function signIn(email: string) {
  const browser = test.browser();
  const page = await browser.signIn({ email });
  const code = /data-code="([^"]*)"/.exec(page.text)?.[1];
  return { status: page.status, code, browser };
}

async function userOf(browser: ReturnType<SignInTest["browser"]>): Promise<string> {
  const { token } = (await browser.token()).body;
  return (await test.client(token).call("POST", "/api/auth/google-login")).body.user._id;
}

describe("market relink", () => {
  it("lets the next verified sign-in with the address take the account over, once, and signs the previous holder out", async () => {
    const { userId, secret } = await registered("moved@cgu.example");
    const holder = test.browser();
    holder.cookies.push({
      host: "localhost",
      name: "session-3170",
      value: secret,
      path: "/",
      strict: true,
      attributes: "",
    });
    expect((await holder.token()).status).toBe(200);
    expect(await signIn("moved@cgu.example")).toMatchObject({
      status: 403,
      code: "identity-changed",
    });
    expect((await relink("--email", "Moved@cgu.example")).text).toContain(
      "takes over its account, once.",
    );
    const { status, browser } = await signIn("moved@cgu.example");
    expect(status).toBe(200);
    expect(await userOf(browser)).toBe(userId);
    expect((await holder.token()).body.code).toBe("missing-session");
    // Once only: an account that is re-created again needs a new permission from the operator.
    await test.db.query(sql`
      update identities set subject = 'yet another' where email = 'moved@cgu.example'`);
    expect(await signIn("moved@cgu.example")).toMatchObject({
      status: 403,
      code: "identity-changed",
    });
  });

  it("is over when its time is, and holds for no other address", async () => {
    await registered("late@cgu.example");
    await registered("other@cgu.example");
    await relink("--email", "late@cgu.example", "--days", "1");
    expect(await signIn("other@cgu.example")).toMatchObject({
      status: 403,
      code: "identity-changed",
    });
    await test.db.query(sql`
      update identities set relink_until = now() - interval '1 second' where email = 'late@cgu.example'`);
    expect(await signIn("late@cgu.example")).toMatchObject({
      status: 403,
      code: "identity-changed",
    });
  });

  it("opens no suspended account", async () => {
    await registered("banned@cgu.example");
    await test.db.transaction((transaction) =>
      suspendStudent(transaction, { email: "banned@cgu.example" }, undefined),
    );
    await relink("--email", "banned@cgu.example");
    const { browser } = await signIn("banned@cgu.example");
    const { token } = (await browser.token()).body;
    const headers = { authorization: `Bearer ${token}` };
    const login = await test.app.inject({ method: "POST", url: "/api/auth/google-login", headers });
    expect([login.statusCode, login.json().code]).toEqual([403, "account-suspended"]);
  });

  it("merges no two accounts: a subject that has one keeps it", async () => {
    const { browser } = await signIn("first@cgu.example");
    expect((await browser.token()).status).toBe(200);
    await registered("second@cgu.example");
    await relink("--email", "second@cgu.example");
    await test.db.query(sql`
      update identities set subject = (select subject from identities where email = 'first@cgu.example') || ' moved'
      where email = 'first@cgu.example'`);
    const [subject] = await test.db.query<{ subject: string }>(sql`
      select subject from identities where email = 'second@cgu.example'`);
    expect(subject?.subject).toBe("previous second@cgu.example");
    // The provider now says that the first one's subject has the second one's address.
    const { developmentSubject } = await import("./development-accounts.ts");
    await test.db.query(sql`
      update identities set subject = ${developmentSubject("second@cgu.example")} where email = 'first@cgu.example'`);
    expect(await signIn("second@cgu.example")).toMatchObject({
      status: 403,
      code: "identity-changed",
    });
  });

  it.each([
    [["--email", "nobody@cgu.example"], "No account has nobody@cgu.example."],
    [
      [],
      "relink needs --email; for all accounts after a change of provider there is change-issuer",
    ],
    [
      ["--email", "a@cgu.example", "--days", "91"],
      "relink takes --days with a whole number from 1 to 90",
    ],
  ])("refuses %j", async (args, sentence) => {
    expect(await relink(...args)).toMatchObject({ code: 1, text: sentence });
  });
});
