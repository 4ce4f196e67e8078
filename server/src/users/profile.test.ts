import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket, type TestStudent } from "../test/market.ts";

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

  it("shows one's own, whatever the address asks for", async () => {
    const priya = await market.student("Priya");
    const asha = await market.student("OtherAsha");
    const { status, body } = await priya.get(`/api/auth/profile?userId=${asha.userId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      user: { _id: priya.userId, email: "priya@cgu.example" },
    });
  });

  it("is closed to strangers and to those not registered", async () => {
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
    [{ semester: "2", phone: "+911234567890" }, "unknown-field", /./],
    [{ _id: "1" }, "unknown-field", /./],
    [{ suspended: false }, "unknown-field", /./],
    [{ bio: "x".repeat(10_000) }, "unknown-field", /./],
    [[], "unknown-field", /./],
    ["x", "unknown-field", /./],
  ])("R424 refuses %j and changes nothing", async (json, code, message) => {
    const person = await market.student(`Refused${++refused}`);
    const before = await users(`refused${refused}@cgu.example`);
    const { status, body } = await person.call("PUT", "/api/auth/profile", { json });
    expect([status, body.code]).toEqual([422, code]);
    expect(body.message).toMatch(message);
    expect(await users(`refused${refused}@cgu.example`)).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it("R417 changes only one's own", async () => {
    const one = await market.student("MineOne");
    await market.student("MineTwo");
    await one.call("PUT", "/api/auth/profile?userId=x", { json: { avatar: "lorelei" } });
    expect((await users("minetwo@cgu.example"))[0]?.["avatar"]).toBe("adventurer");
  });
});
