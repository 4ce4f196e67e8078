import { Events, type MutableToken, OAuth2Server } from "oauth2-mock-server";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createClient } from "../../test/client.ts";
import { openSignInTest, type SignInTest, type TestProcess } from "../../test/identity.ts";
import { runCli } from "../../test/run-cli.ts";
import { suspendStudent } from "../moderation/moderation.sql.ts";

type Claims = Record<string, unknown>;
type Change = Claims | ((payload: Claims) => Claims);

/** A provider by another author that returns the claims that the test sets. */
async function startProvider() {
  const server = new OAuth2Server();
  let claims = (_payload: Claims): Claims => ({});
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    Object.assign(payload, claims(payload));
  });
  const issuer = server.issuer.url ?? "";
  return {
    issuer,
    /** @param change of a verified student of the college */
    as(email: string, change: Change = {}) {
      const truth = { aud: "our-client", email, email_verified: true, name: "Asha" };
      claims = (payload) => ({
        sub: `${email.toLowerCase()} at ${issuer}`,
        ...truth,
        ...(typeof change === "function" ? change(payload) : change),
      });
    },
    stop: () => server.stop(),
  };
}

describe("market change-issuer", () => {
  let test: SignInTest;
  let old: Awaited<ReturnType<typeof startProvider>>;
  let next: Awaited<ReturnType<typeof startProvider>>;
  let before: TestProcess;
  let after: TestProcess;
  const students = new Map<string, string>();

  const settingsOf = (issuer: string) => ({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: "our-client",
    OIDC_CLIENT_SECRET: "our-secret",
    COLLEGE_EMAIL_SUFFIX: "@college.edu",
    CONTACT_EMAIL: "support@college.edu",
    MODERATOR_EMAILS: "mira@college.edu",
  });

  beforeAll(async () => {
    test = await openSignInTest();
    [old, next] = await Promise.all([startProvider(), startProvider()]);
    before = await test.anotherProcess(settingsOf(old.issuer));
    after = await test.anotherProcess(settingsOf(next.issuer));
    for (const name of ["asha", "mira", "rohan", "lina", "banned", "late", "twin"]) {
      old.as(`${name}@college.edu`);
      const { browser } = await signIn(before);
      const { token } = (await browser.token()).body;
      const { body } = await createClient(before.app, token).call(
        "POST",
        "/api/auth/google-register",
        {
          json: {
            phone: "+919876543210",
            course: "B.Tech CSE",
            semester: "1st Semester",
            country: "India",
          },
        },
      );
      students.set(name, body.user._id);
    }
  });
  afterAll(async () => {
    await test.close();
    await Promise.all([old.stop(), next.stop()]);
  });

  async function signIn(on: TestProcess) {
    const browser = test.browserOf(on.app);
    const { status, text } = await browser.open("/api/auth/start?mode=popup&attempt=try-1");
    const code = /data-code="([\w-]*)"/.exec(text)?.[1] || "done";
    return { outcome: `${status} ${code}`, browser };
  }
  /** At the new provider. */
  async function outcomeOf(email: string, change?: Change): Promise<string> {
    next.as(email, change);
    return (await signIn(after)).outcome;
  }
  async function userOf({ browser }: Awaited<ReturnType<typeof signIn>>): Promise<string> {
    const { token } = (await browser.token()).body;
    const { body } = await createClient(after.app, token).call("POST", "/api/auth/google-login");
    return body.user._id;
  }
  /** The command, at the market that signs in at the new provider. */
  const run = (...args: string[]) =>
    runCli(
      {
        ...settingsOf(next.issuer),
        PUBLIC_ORIGIN: "https://market.college.edu",
        DATABASE_URL: test.config.DATABASE_URL,
      },
      "change-issuer",
      ...args,
    );
  const open = (...args: string[]) => run("--from", old.issuer, "--to", next.issuer, ...args);

  it("R804 admits no student before it was called, and --dry-run only counts", async () => {
    await test.db.transaction((transaction) =>
      suspendStudent(transaction, { email: "banned@college.edu" }, undefined),
    );
    await test.db.query(sql`
      update identities set email = 'late@elsewhere.edu' where email = 'late@college.edu'`);
    expect((await open("--dry-run")).text).toBe(
      [
        `Accounts of ${old.issuer}: 7`,
        "  suspended, and stay so: 1",
        "  moderators, who are so again once they have logged in: 1",
        "  cannot move, because their address is not of the college: 1",
        "Nothing was changed.",
      ].join("\n"),
    );
    expect(await outcomeOf("asha@college.edu")).toBe("403 identity-changed");
  });

  it("R804 gives the account to a verified sign-in with its address at the new provider, once, and ends its previous sessions", async () => {
    old.as("asha@college.edu");
    const { browser: formerBrowser } = await signIn(before);
    expect((await open()).text).toContain(
      `For 30 days from now a verified sign-in at ${next.issuer} takes over the account of its address, once.`,
    );
    next.as("Asha@College.edu");
    const signedIn = await signIn(after);
    expect(await userOf(signedIn)).toBe(students.get("asha"));
    expect((await formerBrowser.token()).body.code).toBe("missing-session");
    // Another account at the new provider claims the same address.
    expect(await outcomeOf("asha@college.edu", { sub: "another" })).toBe("403 identity-changed");
    expect(await outcomeOf("Asha@College.edu")).toBe("200 done");
    // The old provider is no longer trusted.
    old.as("asha@college.edu");
    expect((await signIn(before)).outcome).toBe("403 identity-changed");
  });

  it("R805 refuses addresses that are unverified or not of the college, and never merges accounts", async () => {
    expect(await outcomeOf("rohan@college.edu", { email_verified: false })).toBe(
      "403 email-not-verified",
    );
    expect(await outcomeOf("late@elsewhere.edu")).toBe("403 email-domain-not-allowed");
    // A student who has an account there already, and now says the address of another one.
    expect(await outcomeOf("newcomer@college.edu")).toBe("200 done");
    const sub = `newcomer@college.edu at ${next.issuer}`;
    expect(await outcomeOf("rohan@college.edu", { sub })).toBe("403 identity-changed");
    next.as("rohan@college.edu");
    expect(await userOf(await signIn(after))).toBe(students.get("rohan"));
  });

  it("R805 gives an account to one of two who ask at the same moment", async () => {
    const stranger = (payload: Claims) => ({ sub: payload["nonce"] ?? "of the access token" });
    const outcomes = await Promise.all([
      outcomeOf("twin@college.edu", stranger),
      outcomeOf("twin@college.edu", stranger),
    ]);
    expect(outcomes.toSorted()).toEqual(["200 done", "403 identity-changed"]);
  });

  it("R805 opens no suspended account, and makes a moderator one again", async () => {
    next.as("banned@college.edu");
    const { token } = (await (await signIn(after)).browser.token()).body;
    const login = await createClient(after.app, token).call("POST", "/api/auth/google-login");
    expect([login.status, login.body.code]).toEqual([403, "account-suspended"]);
    const identityOf = async (email: string) => {
      const [row] = await test.db.query<{ id: string }>(
        sql`select id from identities where email = ${email}`,
      );
      return row?.id ?? "";
    };
    const { moderators } = after.identity;
    expect(await moderators.has(await identityOf("mira@college.edu"))).toBe(false);
    expect(await outcomeOf("mira@college.edu")).toBe("200 done");
    await vi.waitFor(
      async () => expect(await moderators.has(await identityOf("mira@college.edu"))).toBe(true),
      300_000,
    );
  });

  it("R804 is over with --close, and when its days are", async () => {
    expect((await open("--close")).text).toBe("Closed: no account can be taken over any more.");
    expect(await outcomeOf("lina@college.edu")).toBe("403 identity-changed");
    await open("--days", "1");
    await test.db.query(sql`
      update identities set relink_until = relink_until - interval '1 day' where email = 'lina@college.edu'`);
    expect(await outcomeOf("lina@college.edu")).toBe("403 identity-changed");
  });

  it("R806 reports faulty options in one sentence", async () => {
    const refused = async (sentence: string, ...args: string[]) =>
      expect(await run(...args)).toMatchObject({ code: 1, text: sentence });
    const needed = "change-issuer needs --from with the old issuer and --to with the new one";
    const { issuer: from } = old;
    const { issuer: to } = next;
    await refused(needed);
    await refused(needed, "--from", from);
    await refused("change-issuer needs two different issuers.", "--from", to, "--to", to);
    await refused(
      `The market logs in at ${to} (OIDC_ISSUER), not at https://login.college.edu.`,
      "--from",
      from,
      "--to",
      "https://login.college.edu",
    );
    await refused(
      `No account is of https://accounts.google.com. There are accounts of ${[`${from} (2)`, `${to} (6)`].toSorted().join(", ")}.`,
      "--from",
      "https://accounts.google.com",
      "--to",
      to,
    );
    await refused(
      "change-issuer takes --days with a whole number from 1 to 90",
      "--from",
      from,
      "--to",
      to,
      "--days",
      "91",
    );
    await refused("Unknown option '--all'", "--all");
  });
});
