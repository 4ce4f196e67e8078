import { afterAll, beforeAll, describe, expect, it } from "vitest";
import sql from "sql-template-tag";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

const path = "/api/users/me/consents";
const consent = { version: "2027-01", adult: true };
const registration = {
  phone: "+919876543210",
  course: "B.Tech CSE",
  semester: "5th Semester",
  country: "India",
};
const malformed = [
  {},
  "yes",
  { version: "2027-01" },
  { version: "2027-01", adult: false },
  { version: "", adult: true },
  { version: "x".repeat(33), adult: true },
  { version: 1, adult: true },
  { version: "a b", adult: true },
];

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

let newcomers = 0;
const newcomer = () => market.student(`consenting${++newcomers}`, { registered: false });
const register = (who: TestStudent, given?: unknown) =>
  who.call("POST", "/api/auth/google-register", {
    json: given === undefined ? registration : { ...registration, consent: given },
  });
const consentsOf = async (who: TestStudent) => (await who.get(path)).body.consents;
const stored = { ...consent, givenAt: expect.any(String) };

describe("agreement to the notice about personal data", () => {
  it("D49 is given with the registration and stored with its time", async () => {
    const before = Date.now();
    const asha = await newcomer();
    expect((await register(asha, consent)).status).toBe(201);
    const [given, ...others] = await consentsOf(asha);
    expect([given, others]).toEqual([stored, []]);
    expect(Math.abs(Date.parse(given.givenAt) - before)).toBeLessThan(60_000);
  });

  it("D49 is not needed to register, and can be given later", async () => {
    const rohan = await newcomer();
    expect((await register(rohan)).status).toBe(201);
    expect(await consentsOf(rohan)).toEqual([]);
    const first = await rohan.call("POST", path, { json: consent });
    expect([first.status, first.body]).toEqual([201, { success: true, consents: [stored] }]);
    const again = await rohan.call("POST", path, { json: consent });
    expect([again.status, again.body]).toEqual([200, first.body]);
    await rohan.call("POST", path, { json: { ...consent, version: "2027-02" } });
    const versions = (await consentsOf(rohan)).map(({ version }: { version: string }) => version);
    expect(versions).toEqual(["2027-02", "2027-01"]);
  });

  it("R869 gets its first answer again under the same Idempotency-Key", async () => {
    const person = await newcomer();
    expect((await register(person)).status).toBe(201);
    const headers = { "idempotency-key": "0123456789-consent" };
    const first = await person.call("POST", path, { json: consent, headers });
    const again = await person.call("POST", path, { json: consent, headers });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  it("D49 is readable by its student alone", async () => {
    const [meera, kabir] = [await market.student("Meera"), await market.student("Kabir")];
    await meera.call("POST", path, { json: consent });
    expect(await consentsOf(kabir)).toEqual([]);
  });

  it.each(malformed)("D49 refuses %j, and does not register the student", async (given) => {
    const person = await newcomer();
    const refused = await register(person, given);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid-fields"]);
    expect(refused.body.errors[0].field).toMatch(/^consent/);
    expect((await register(person)).status).toBe(201);
    const later = await person.call("POST", path, { json: given });
    expect([later.status, later.body.code]).toEqual([422, "invalid-fields"]);
    expect(await consentsOf(person)).toEqual([]);
  });

  it("D49 is stored for at most twenty versions", async () => {
    const many = await market.student("Many");
    for (let nth = 0; nth < 22; nth += 1)
      await many.call("POST", path, { json: { version: `v${nth}`, adult: true } });
    expect(await consentsOf(many)).toHaveLength(20);
  });

  it("D49 refuses a caller without a token", async () => {
    for (const method of ["GET", "POST"] as const) {
      const { status, body } = await market.stranger.call(
        method,
        path,
        method === "POST" ? { json: consent } : {},
      );
      expect([status, body.code]).toEqual([401, "missing-token"]);
    }
  });
});

describe("the rules", () => {
  it("D53 count as seen at registration, and again when the student says so", async () => {
    const student = await market.student("Rulebound");
    const seenAt = async () =>
      Date.parse((await student.get("/api/users/me/consents")).body.rulesSeenAt);
    expect(Math.abs((await seenAt()) - Date.now())).toBeLessThan(60_000);
    await market.parts.db.query(sql`
      update users set rules_seen_at = now() - interval '91 days' where id = ${student.userId}`);
    expect(Date.now() - (await seenAt())).toBeGreaterThan(90 * 86_400_000);
    expect((await student.call("PUT", "/api/users/me/rules")).status).toBe(204);
    expect(Date.now() - (await seenAt())).toBeLessThan(60_000);
  });
});

it("R884 R1148 the notice is public, with its version, and says where a first name is public", async () => {
  const { status, body, headers } = await market.stranger.get("/api/consent-notice");
  expect([status, Object.keys(body)]).toEqual([200, ["success", "version", "items"]]);
  expect([body.success, body.version]).toEqual([true, "2027-01"]);
  expect(body.items.map(({ title }: { title: string }) => title)).toEqual([
    "We store your account and deals",
    "Only to run this marketplace",
    "Until you delete your account",
    "Your number is never public",
    "Download or delete it any time",
    "You must be 18 or older",
  ]);
  expect(body.items[2].text).toContain("erased after 7 days");
  expect(body.items[3].text).toContain("it shows your first name and that day");
  expect(headers["cache-control"]).toBe("public, max-age=3600");
});
