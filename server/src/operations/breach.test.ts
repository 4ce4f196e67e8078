import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

const command = (...args: string[]) => marketCommand(market, ...args);
const keys = () =>
  market.parts.db.query<{ id: string }>(sql`select id from signing_keys order by id`);

describe("when data has got out", () => {
  it("D48 who-saw prints whose number was seen by whom", async () => {
    const seller = await market.student("Seller");
    const buyer = await market.student("Buyer");
    const { _id: productId } = (await list(seller)).body.product;
    await buyer.get(`/api/products/${productId}`);
    const day = new Date().toISOString().slice(0, 10);
    const line = `${day}  buyer@cgu.example saw the number of seller@cgu.example  (listing ${productId})\n1 contact\n`;
    expect(await command("who-saw", "--email", "Seller@cgu.example")).toBe(line);
    expect(await command("who-saw", "--email", "buyer@cgu.example")).toBe(line);
    await market.student("Quiet");
    expect(await command("who-saw", "--email", "quiet@cgu.example")).toBe("0 contacts\n");
  });

  it("R979 who-saw of an address that no account has says so, as an error", async () => {
    await expect(command("who-saw", "--email", "nobody@cgu.example")).rejects.toMatchObject({
      code: 1,
      stderr: "No account has nobody@cgu.example.\n",
    });
  });

  it("R960 who-saw names contacts whose listing was deleted, removed or handed over", async () => {
    const seller = await market.student("Vendor");
    const buyer = await market.student("Visitor");
    const ids: string[] = [];
    for (const name of ["Deleted lamp", "Removed lamp", "Lamp handed over"]) {
      const { _id } = (await list(seller, { name })).body.product;
      await buyer.get(`/api/products/${_id}`);
      ids.push(_id);
    }
    const [deleted, removed, sold] = ids;
    await seller.call("DELETE", `/api/products/${deleted}`);
    await command("remove", "--item", `${removed}`, "--note", "Against the rules");
    await buyer.call("PUT", `/api/outcomes/${sold}`, { json: { bought: true } });
    await market.parts.db.query(sql`delete from deleted_listings`);
    await market.parts.db.query(sql`delete from products where id = ${sold}`);
    for (const who of ["vendor", "visitor"]) {
      const lines = await command("who-saw", "--email", `${who}@cgu.example`);
      expect(lines).toContain("3 contacts");
      for (const id of ids)
        expect(lines).toContain(
          `visitor@cgu.example saw the number of vendor@cgu.example  (listing ${id})`,
        );
    }
  });

  it("D48 end-sessions --all signs all users out immediately", async () => {
    const asha = await market.student("Asha");
    expect((await asha.get("/api/saved")).status).toBe(200);
    expect(await command("end-sessions", "--all")).toMatch(/^\d+ sessions have ended\.\n$/);
    expect((await asha.get("/api/saved")).body.code).toBe("invalid-token");
  });

  it("D48 R910 rotate-keys --revoke refuses every earlier token immediately, also during a backup", async () => {
    const before = await keys();
    expect(before.length).toBeGreaterThan(0);
    const kavya = await market.student("Kavya");
    expect((await kavya.get("/api/saved")).status).toBe(200);
    const backup = await market.parts.db.connect();
    await backup.query("select pg_advisory_lock(7202514)");
    try {
      expect(await command("rotate-keys", "--revoke")).toContain(
        "Every earlier token is refused from now on.",
      );
    } finally {
      backup.release(true);
    }
    expect((await kavya.get("/api/saved")).body.code).toBe("invalid-token");
    const vikram = await market.student("Vikram");
    // Another process has signed this token: this one reads the keys again, at most once a second.
    await expect.poll(async () => (await vikram.get("/api/saved")).status).toBe(200);
    const after = await keys();
    expect(after.length).toBe(1);
    expect(before).not.toContainEqual(after[0]);
  });

  it.each([
    ["end-sessions", "end-sessions needs --all"],
    ["who-saw", "who-saw needs --email"],
  ])("D48 %s is not begun without its option", async (name, sentence) => {
    const failure = await command(name).catch((error: { stderr: string }) => error.stderr);
    expect(failure).toBe(`${sentence}\n`);
  });
});
