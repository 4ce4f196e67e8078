import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

const registration = {
  phone: "+91 98765 43210",
  course: "B.Tech CSE",
  semester: "5th Semester",
  country: "India",
};
let newcomers = 0;

describe("registration", () => {
  let market: TestMarket;
  beforeAll(async () => {
    market = await openTestMarket();
  });
  afterAll(() => market.close());

  /** A person who has signed in and is not registered. */
  const newcomer = () => market.student(`newcomer${++newcomers}`, { registered: false });
  const register = async (body: unknown) =>
    (await newcomer()).call("POST", "/api/auth/google-register", { json: body });
  const users = (email: string) =>
    market.parts.db.query<Record<string, unknown>>(sql`
      select u.* from users u join identities i on i.id = u.identity_id where i.email = ${email}`);

  describe("google-login", () => {
    it("R421 R422 answers the student to whom the token belongs, with an empty body under a JSON type", async () => {
      const asha = await market.student("Asha");
      const { status, body } = await asha.call("POST", "/api/auth/google-login", {
        headers: { "content-type": "application/json" },
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        message: expect.any(String),
        user: {
          _id: asha.userId,
          name: "Asha",
          phone: "+919876543210",
          email: "asha@cgu.example",
          course: "B.Tech",
          semester: "3rd Semester",
          country: "India",
          bio: "",
          avatar: "adventurer",
          gender: "male",
        },
      });
    });

    it("ignores whatever the body says", async () => {
      const rohan = await market.student("Rohan");
      const { body } = await rohan.call("POST", "/api/auth/google-login", {
        json: { email: "asha@cgu.example" },
      });
      expect(body.user.email).toBe("rohan@cgu.example");
    });

    it("R461 tells an unknown person to register", async () => {
      const { status, body } = await (await newcomer()).call("POST", "/api/auth/google-login");
      expect([status, body.code, body.message]).toEqual([
        404,
        "user-not-registered",
        "User not registered",
      ]);
    });

    it("refuses a suspended student immediately, in this and every other call", async () => {
      const kabir = await market.student("Suspended");
      await market.parts.db.query(
        sql`update users set suspended_at = now() where id = ${kabir.userId}`,
      );
      for (const [method, url] of [
        ["POST", "/api/auth/google-login"],
        ["GET", "/api/auth/profile"],
        ["GET", "/api/products/user"],
      ] as const) {
        const { status, body } = await kabir.call(method, url);
        expect([status, body.code]).toEqual([403, "account-suspended"]);
      }
    });

    it("refuses a caller without a token", async () => {
      const { status, body } = await market.stranger.call("POST", "/api/auth/google-login");
      expect([status, body.code]).toEqual([401, "missing-token"]);
    });
  });

  describe("google-register", () => {
    it("R423 R424 registers with the token's name and address, and with no other (B01 Q40)", async () => {
      const person = await newcomer();
      const { status, body } = await person.call("POST", "/api/auth/google-register", {
        json: { ...registration, name: "Another Student", email: "victim@cgu.example" },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        success: true,
        message: "Registration successful!",
        user: {
          name: `newcomer${newcomers}`,
          email: `newcomer${newcomers}@cgu.example`,
          phone: "+919876543210",
          course: "B.Tech CSE",
          semester: "5th Semester",
          country: "India",
          avatar: "adventurer",
          gender: "male",
          bio: "",
        },
      });
      expect((await person.get("/api/auth/profile")).body.user).toEqual({
        ...body.user,
        contact: "open",
        leavingOn: null,
      });
    });

    it("R463 D13 registers a person once", async () => {
      const asha = await market.student("Once");
      const { status, body } = await asha.call("POST", "/api/auth/google-register", {
        json: registration,
      });
      expect([status, body.code, body.message]).toEqual([
        409,
        "user-already-registered",
        "User already registered",
      ]);
    });

    it("makes one row of twenty concurrent registrations", async () => {
      const person = await newcomer();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          person.call("POST", "/api/auth/google-register", { json: registration }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
      expect(await users(`newcomer${newcomers}@cgu.example`)).toHaveLength(1);
    });

    it("stores no other field", async () => {
      const { status, body } = await register({
        ...registration,
        role: "admin",
        isVerified: true,
        _id: "1",
        createdAt: "2000-01-01",
        avatar: "lorelei",
        bio: "x",
        suspended_at: null,
      });
      expect(status).toBe(201);
      expect(body.user).toMatchObject({ avatar: "adventurer", bio: "" });
      const person = await newcomer();
      const answer = await market.app.inject({
        method: "POST",
        url: "/api/auth/google-register",
        headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json" },
        payload: `{"__proto__":{"polluted":true},"phone":"+919876543210"}`,
      });
      expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid-json"]);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    });

    it.each([
      "9th Semester",
      "0",
      "9",
      "",
      "semester",
      5,
      ["5th Semester"],
      { a: 1 },
      null,
      undefined,
    ])("refuses the semester %j", async (semester) => {
      const { status, body } = await register({ ...registration, semester });
      expect([status, body.code]).toEqual([422, "invalid-semester"]);
    });

    it("R309 Q27 takes a semester by its label or its number", async () => {
      expect((await register({ ...registration, semester: "8" })).body.user.semester).toBe(
        "8th Semester",
      );
      expect(
        (await register({ ...registration, semester: " 2nd semester " })).body.user.semester,
      ).toBe("2nd Semester");
    });

    it.each([
      ["", 422, "invalid-course"],
      ["  \u200b ", 422, "invalid-course"],
      [["B.Tech"], 422, "invalid-course"],
      ["x".repeat(81), 422, "field-too-long"],
      ["B.Tech\0", 400, "invalid-text"],
      ["B.Tech \ud800", 400, "invalid-text"],
    ])("D04 refuses the course %j", async (course, status, code) => {
      const answer = await register({ ...registration, course });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    });

    it("takes a course of eighty characters", async () => {
      expect(
        (await register({ ...registration, course: ` ${"x".repeat(80)} ` })).body.user.course,
      ).toBe("x".repeat(80));
    });

    it.each(["Atlantis", "", 7, undefined])("refuses the country %j", async (country) => {
      expect((await register({ ...registration, country })).body).toMatchObject({
        status: 422,
        code: "invalid-enum",
      });
    });

    it("names every faulty field, the first one in front", async () => {
      const { body } = await register({
        phone: "+911",
        course: "",
        semester: "x",
        country: "India",
      });
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
        "phone",
        "course",
        "semester",
      ]);
      expect(body.message).toBe("Invalid phone number format for India");
    });

    it("does not reveal that another student has the same number", async () => {
      const one = await register({ ...registration, phone: "+919999999999" });
      const two = await register({ ...registration, phone: "+919999999999" });
      expect([one.status, two.status]).toEqual([201, 201]);
    });

    it("refuses a body that is not JSON", async () => {
      const { token } = await newcomer();
      const send = (type: string, payload: string) =>
        market.app.inject({
          method: "POST",
          url: "/api/auth/google-register",
          headers: { authorization: `Bearer ${token}`, "content-type": type },
          payload,
        });
      expect((await send("application/json", "{")).json()).toMatchObject({
        status: 400,
        code: "invalid-json",
      });
      expect((await send("application/json", "")).json()).toMatchObject({
        status: 400,
        code: "invalid-request",
      });
      expect(
        (await send("application/json", JSON.stringify({ course: "x".repeat(2_000_000) }))).json()
          .code,
      ).toBe("body-too-large");
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"]) {
        expect((await send(type, "phone=1")).json()).toMatchObject({
          status: 415,
          code: "unsupported-media-type",
        });
      }
    });

    it("refuses a caller without a token", async () => {
      const { status, body } = await market.stranger.call("POST", "/api/auth/google-register", {
        json: registration,
      });
      expect([status, body.code, body.message]).toEqual([
        401,
        "missing-token",
        "User not logged in",
      ]);
    });
  });
});
