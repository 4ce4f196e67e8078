import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let refused = 0;

describe("profile", () => {
  let market: TestMarket;
  let kavya: TestStudent;
  beforeAll(async () => {
    market = await openTestMarket();
    kavya = await market.student("Kavya");
  });
  afterAll(() => market.close());

  const newcomer = () => market.student("Newcomer", { registered: false });
  const users = (email: string) =>
    market.parts.db.query<Record<string, unknown>>(sql`
      select u.* from users u join identities i on i.id = u.identity_id where i.email = ${email}`);

  it.each([
    ["R253", { name: "Kavya", phone: "+919876543210", email: "kavya@cgu.example" }],
    ["R253", { course: "B.Tech", semester: "3rd Semester" }],
    ["R254", { bio: "" }],
    ["R255 R256", { avatar: "adventurer" }],
    ["R257", { gender: "male" }],
  ])("%s shows a new student %j", async (_, shown) => {
    expect((await kavya.get("/api/auth/profile")).body.user).toMatchObject(shown);
  });

  it("shows the caller's own, whatever the address names", async () => {
    const priya = await market.student("Priya");
    const asha = await market.student("OtherAsha");
    const { status, body } = await priya.get(`/api/auth/profile?userId=${asha.userId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      user: { _id: priya.userId, email: "priya@cgu.example" },
    });
  });

  it("is closed to signed-out and unregistered callers", async () => {
    expect((await market.stranger.get("/api/auth/profile")).body).toMatchObject({
      status: 401,
      code: "missing-token",
    });
    expect((await (await newcomer()).get("/api/auth/profile")).body).toMatchObject({
      status: 403,
      code: "not-registered",
    });
    const change = await (
      await newcomer()
    ).call("PUT", "/api/auth/profile", { json: { semester: "1" } });
    expect(change.body).toMatchObject({ status: 403, code: "not-registered" });
  });

  it("is closed to a deleted account", async () => {
    const gone = await market.student("Gone");
    await market.parts.db.query(sql`delete from identities where email = 'gone@cgu.example'`);
    expect((await gone.get("/api/auth/profile")).body).toMatchObject({
      status: 401,
      code: "invalid-token",
    });
  });

  it("R427 keeps a changed semester", async () => {
    const imran = await market.student("Imran");
    const { status, body } = await imran.call("PUT", "/api/auth/profile", {
      json: { semester: "4" },
    });
    expect([status, body.success, body.user.semester]).toEqual([200, true, "4th Semester"]);
    expect((await imran.get("/api/auth/profile")).body.user.semester).toBe("4th Semester");
  });

  it.each([
    ["R260", "adventurer", "male"],
    ["R261", "bottts", "male"],
    ["R262", "micah", "male"],
    ["R263", "thumbs", "male"],
    ["R264", "big-ears", "male"],
    ["R265", "fun-emoji", "female"],
    ["R266", "big-smile", "female"],
    ["R267", "lorelei", "female"],
    ["R268", "croodles", "female"],
    ["R269", "pixel-art-neutral", "female"],
  ])("%s keeps the avatar %s, from which %s follows", async (_, avatar, gender) => {
    const meera = await market.student(`Avatar-${avatar}`);
    const { body } = await meera.call("PUT", "/api/auth/profile", {
      json: { avatar, gender: "male" },
    });
    expect(body.user).toMatchObject({ avatar, gender });
  });

  it.each([
    [{ semester: "my last one" }, "invalid-semester", /^Failed to update semester$/],
    [{ semester: ["1"] }, "invalid-semester", /^Failed to update semester$/],
    [{ avatar: "initials" }, "invalid-avatar", /./],
    [{ avatar: "../lorelei" }, "invalid-avatar", /./],
    [{ avatar: 7 }, "invalid-avatar", /./],
    [{}, "nothing-to-change", /./],
    [{ gender: "female" }, "nothing-to-change", /./],
    [{ email: "x@cgu.example" }, "unknown-field", /./],
    [{ semester: "2", phone: "+919812345670" }, "invalid-enum", /./],
    [
      { phone: "+911234567890", country: "India" },
      "invalid-phone",
      /^Invalid phone number format for India$/,
    ],
    [{ phone: "+9779812345678", country: "India" }, "country-code-mismatch", /./],
    [{ country: "Nepal" }, "country-code-mismatch", /./],
    [{ phone: "+919812345670", country: "Bhutan" }, "invalid-enum", /./],
    [{ course: "  " }, "invalid-course", /^Please enter your course$/],
    [{ course: "x".repeat(81) }, "field-too-long", /^Please use at most 80 characters\.$/],
    [{ _id: "1" }, "unknown-field", /./],
    [{ suspended: false }, "unknown-field", /./],
    [{ bio: "x".repeat(10_000) }, "unknown-field", /./],
    [[], "unknown-field", /./],
    ["x", "unknown-field", /./],
  ])("D03 refuses %j and changes nothing", async (json, code, message) => {
    const person = await market.student(`Refused${++refused}`);
    const before = await users(`refused${refused}@cgu.example`);
    const { status, body } = await person.call("PUT", "/api/auth/profile", { json });
    expect([status, body.code]).toEqual([422, code]);
    expect(body.message).toMatch(message);
    expect(await users(`refused${refused}@cgu.example`)).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it("R607 changes course, phone and country by the rules of the registration", async () => {
    const person = await market.student("Mover");
    const { status, body } = await person.call("PUT", "/api/auth/profile", {
      json: { course: " M.Tech CSE ", phone: "+977 98123 45678", country: "Nepal" },
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      course: "M.Tech CSE",
      phone: "+9779812345678",
      country: "Nepal",
    });
  });

  it("R608 asks for a new sign-in before a phone is changed ten minutes after the last", async () => {
    const person = await market.student("Sleeper");
    const age = (minutes: string) =>
      market.parts.db.query(sql`
        update sessions set created_at = now() - ${minutes}::interval
        where identity_id = (select identity_id from users where id = ${person.userId})`);
    const change = (json: Record<string, string>) =>
      person.call("PUT", "/api/auth/profile", { json });
    const number = { phone: "+919812345671", country: "India" };
    await age("10 minutes 1 second");
    const { status, body } = await change(number);
    expect([status, body.code]).toEqual([401, "sign-in-again"]);
    expect((await users("sleeper@cgu.example"))[0]?.["phone"]).toBe("+919876543210");
    expect((await change({ course: "MBA" })).status).toBe(200);
    await age("9 minutes 50 seconds");
    expect((await change(number)).body.user.phone).toBe("+919812345671");
  });

  it("R417 changes only the caller's own", async () => {
    const one = await market.student("MineOne");
    await market.student("MineTwo");
    await one.call("PUT", "/api/auth/profile?userId=x", { json: { avatar: "lorelei" } });
    expect((await users("minetwo@cgu.example"))[0]?.["avatar"]).toBe("adventurer");
  });
});
