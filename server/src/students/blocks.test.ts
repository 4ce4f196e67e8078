import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let made = 0;
let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

const block = (who: TestStudent, userId: string) => who.call("PUT", `/api/blocks/${userId}`);
const unblock = (who: TestStudent, userId: string) => who.call("DELETE", `/api/blocks/${userId}`);
const contact = async (who: TestStudent, productId: string) => {
  const { status, body } = await who.get(`/api/products/${productId}`);
  return [status, body.code];
};

/** A student with a last name and nothing to sell. */
async function fullName(name: string): Promise<TestStudent> {
  const student = await market.student(name);
  await market.parts.db.query(sql`
    update users set name = ${`${name} Patnaik`} where id = ${student.userId}`);
  return student;
}

describe("blocking a student", () => {
  it("D46 refuses contact both ways, as if the listing were gone, until it is undone", async () => {
    const ashas = (await list(asha)).body.product._id as string;
    const rohans = (await list(rohan)).body.product._id as string;
    expect((await block(asha, rohan.userId)).status).toBe(204);
    expect((await block(asha, rohan.userId)).status).toBe(204);
    expect(await contact(asha, rohans)).toEqual([404, "product-not-found"]);
    expect(await contact(rohan, ashas)).toEqual([404, "product-not-found"]);
    expect(await contact(asha, ashas)).toEqual([200, undefined]);
    expect((await asha.get("/api/blocks")).body.users).toEqual([
      { _id: rohan.userId, name: "Rohan" },
    ]);
    expect((await rohan.get("/api/blocks")).body.users).toEqual([]);
    // Only the blocker can undo it.
    expect((await unblock(rohan, asha.userId)).status).toBe(204);
    expect((await contact(rohan, ashas))[0]).toBe(404);
    expect((await unblock(asha, rohan.userId)).status).toBe(204);
    expect((await contact(rohan, ashas))[0]).toBe(200);
    expect((await asha.get("/api/blocks")).body.users).toEqual([]);
  });

  it.each([
    ["01994e50-0000-7000-8000-000000000000", "who is not there"],
    ["an absent student", "who has no such id"],
  ])("D46 refuses %s, %s", async (userId) => {
    const { status, body } = await block(asha, userId);
    expect([status, body.code]).toEqual([404, "user-not-found"]);
  });

  it("D46 refuses oneself", async () => {
    expect((await block(asha, asha.userId)).body.code).toBe("user-not-found");
  });

  it("R948 shows the first name only", async () => {
    const neha = await fullName("Neha");
    await list(neha);
    const farhan = await market.student("Farhan");
    expect((await block(farhan, neha.userId)).status).toBe(204);
    const { body, text } = await farhan.get("/api/blocks");
    expect(body.users).toEqual([{ _id: neha.userId, name: "Neha" }]);
    expect(text).not.toContain("Patnaik");
  });

  it("R948 is for students who have listed, or share a contact or a deal, and for no others", async () => {
    const [buyer, seller] = [await market.student("Buyer"), await market.student("Seller")];
    const refused = async (who: TestStudent, userId: string) => {
      const { status, body } = await block(who, userId);
      return status === 204 ? undefined : [status, body.code];
    };
    const absent = [404, "user-not-found"];
    expect(await refused(seller, buyer.userId)).toEqual(absent);
    expect((await seller.get("/api/blocks")).body.users).toEqual([]);
    const { _id } = (await list(seller)).body.product;
    expect((await contact(buyer, _id))[0]).toBe(200);
    expect(await refused(asha, buyer.userId)).toEqual(absent);
    // The contact counts after the listing is deleted, and so does the deleted listing.
    expect((await seller.call("DELETE", `/api/products/${_id}`)).status).toBe(200);
    expect(await refused(seller, buyer.userId)).toBeUndefined();
    expect(await refused(asha, seller.userId)).toBeUndefined();

    const partner = await market.student("Partner");
    await market.parts.db.query(sql`
      insert into deals (id, name, seller_id, buyer_id)
      values (gen_random_uuid(), 'Lamp', ${asha.userId}, ${partner.userId})`);
    expect(await refused(rohan, partner.userId)).toEqual(absent);
    expect(await refused(asha, partner.userId)).toBeUndefined();
  });

  it("R948 is refused of suspended and deleted students, and can always be undone", async () => {
    for (const column of [sql`suspended_at`, sql`deleted_at`]) {
      const [gone, viewer] = [
        await market.student(`Gone${made}`),
        await market.student(`V${made++}`),
      ];
      await list(gone);
      expect((await block(viewer, gone.userId)).status).toBe(204);
      await market.parts.db.query(
        sql`update users set ${column} = now() where id = ${gone.userId}`,
      );
      expect((await block(rohan, gone.userId)).body.code).toBe("user-not-found");
      expect((await unblock(viewer, gone.userId)).status).toBe(204);
      expect((await viewer.get("/api/blocks")).body.users).toEqual([]);
      expect((await unblock(viewer, gone.userId)).status).toBe(204);
    }
  });

  it("R948 is limited to thirty students a day, exactly when many are blocked concurrently", async () => {
    const hasty = await market.student("Hasty");
    const ids = Array.from({ length: 32 }, () => randomUUID());
    await market.parts.db.query(sql`
      with identity as (
        insert into identities (id, issuer, subject, email, name)
        select id, 'test', id::text, id || '@cgu.example', 'Many' from unnest(${ids}::uuid[]) id returning id
      ), student as (
        insert into users (id, identity_id, name, phone, country, course, semester)
        select id, id, 'Many', '+919876543210', 'India', 'B.Tech', '3rd Semester' from identity returning id
      )
      insert into deals (id, name, seller_id, buyer_id)
      select gen_random_uuid(), 'Lamp', id, ${hasty.userId} from student`);
    const answers = await Promise.all(ids.map((id) => block(hasty, id)));
    const refused = answers.filter(({ status }) => status !== 204);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [429, "block-quota"],
      [429, "block-quota"],
    ]);
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
    const { users } = (await hasty.get("/api/blocks")).body;
    expect(users).toHaveLength(30);
    // Blocking again changes nothing and uses none, and neither does unblocking.
    expect((await block(hasty, users[0]._id)).status).toBe(204);
    expect((await unblock(hasty, users[0]._id)).status).toBe(204);
    expect((await block(hasty, users[0]._id)).body.code).toBe("block-quota");
  });
});
