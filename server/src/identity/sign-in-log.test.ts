import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSignInTest, type SignInTest } from "../../test/identity.ts";

const lines: Record<string, unknown>[] = [];
let test: SignInTest;
beforeAll(async () => {
  test = await openSignInTest({}, { write: (line) => void lines.push(JSON.parse(line)) });
});
afterAll(() => test.close());

const events = () =>
  lines.filter(({ event }) => event !== undefined).map(({ event, session }) => [event, session]);

it("R1024 names sign-in, refusals and sign-out, with one keyed id for the lines of a session", async () => {
  const browser = test.browser();
  await browser.signIn("asha@cgu.example");
  const { token } = (await browser.token()).body;
  const [, session] = events()[0] ?? [];
  expect(session).toMatch(/^[\w-]{16}$/);
  expect(events()).toEqual([["sign-in", session]]);
  // Signed in and not registered.
  expect((await test.client(token).get("/api/auth/profile")).body.code).toBe("not-registered");
  expect(events().slice(1)).toEqual([["refusal", session]]);
  await browser.logOut();
  expect(events().slice(2)).toEqual([["sign-out", session]]);
  expect((await test.client(token).get("/api/auth/profile")).status).toBe(401);
  expect(events().slice(3)).toEqual([["refusal", session]]);

  const other = test.browser();
  await other.signIn("asha@cgu.example");
  expect(events().at(-1)).toEqual(["sign-in", expect.not.stringMatching(String(session))]);
  const text = JSON.stringify(lines);
  const rows = await test.db.query<{ id: string }>(
    sql`select id::text from sessions union select id::text from identities`,
  );
  for (const { id } of rows) expect(text).not.toContain(id);
  expect(text).not.toContain("asha");
});

it("R1024 names a refused sign-in, and why", async () => {
  const before = lines.length;
  await test.browser().signIn("kabir@gmail.example");
  expect(lines.slice(before)).toContainEqual(
    expect.objectContaining({ event: "sign-in-refused", code: "email-domain-not-allowed" }),
  );
});
