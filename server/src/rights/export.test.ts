import { Readable } from "node:stream";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { leaveWhileOpening } from "../../test/held-storage.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { signedInAgain } from "../../test/people.ts";
import type { Storage } from "../storage/storage.ts";
import { zipOf } from "./export.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha", { phone: "+919811100011" });
  rohan = await market.student("Quixotella", { phone: "+919811100022" });
});
afterAll(() => market.close());

/** The stored files of a ZIP by the names in its central directory (APPNOTE 4.3.12 and 4.3.16). */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, extra, comment] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(zip.subarray(at + 46, at + 46 + name).toString(), zip.subarray(start, start + size));
    at += 46 + name + extra + comment;
  }
  return files;
}

const ask = ({ token }: TestStudent) =>
  market.app.inject({
    url: "/api/users/me/export",
    headers: { authorization: `Bearer ${token}` },
  });

describe("an export of a student's own data", () => {
  it("R901 closes the photo that the store opens after the student has left", async () => {
    const meena = await market.student("Meena", { phone: "+919811100033" });
    await list(meena, { name: "Her lamp" }, ["#111111", "#eeeeee"]);
    await market.app.listen({ host: "127.0.0.1", port: 0 });
    const photo = await leaveWhileOpening(market, "/api/users/me/export", meena.token);
    await expect.poll(() => photo.destroyed).toBe(true);
  });

  it("R960 counts contacts of listings that were deleted since", async () => {
    const vendor = await market.student("Vendor");
    const { _id: productId } = (await list(vendor)).body.product;
    await (await market.student("Visitor")).get(`/api/products/${productId}`);
    await vendor.call("DELETE", `/api/products/${productId}`);
    const files = unzip((await ask(vendor)).rawPayload);
    const data = JSON.parse(files.get("data.json")?.toString() ?? "");
    const day = new Date().toISOString().slice(0, 10);
    expect(data.contactsReceived).toEqual([{ day, productId, count: 1 }]);
  });

  it("holds one photo at a time in memory", async () => {
    const bytes = 2_000_000;
    const photos = ["1", "2", "3", "4"].map((id) => ({ id, key: id }));
    let read = 0;
    const readAtOpening: number[] = [];
    const storage = {
      async open() {
        readAtOpening.push(read);
        return { stream: Readable.from([Buffer.alloc(bytes)]), bytes };
      },
    } as unknown as Storage;
    for await (const chunk of zipOf({ json: "{}", photos }, storage, console)) read += chunk.length;
    expect(read).toBeGreaterThan(4 * bytes);
    for (const [nth, already] of readAtOpening.entries())
      expect(already).toBeGreaterThanOrEqual((nth - 1) * bytes);
  });

  it("R1199 has requests for numbers, made and received, without the other student's name and number", async () => {
    const [vendor, buyer] = [
      await market.student("Pranjali", { phone: "+919811100044" }),
      await market.student("Zubeen", { phone: "+919811100055" }),
    ];
    const { _id: productId } = (await list(vendor, { name: "Brass lamp", contact: "ask" })).body
      .product;
    const { id } = (await buyer.call("PUT", `/api/contact-requests/${productId}`)).body.request;
    const times = { createdAt: expect.stringMatching(/Z$/), endedAt: null };
    const request = { id, productId, state: "open", ...times };
    for (const [who, other, expected] of [
      [buyer, /Pranjali|9811100044|Brass lamp/, { ...request, name: null, role: "buyer" }],
      [vendor, /Zubeen|9811100055/, { ...request, name: "Brass lamp", role: "seller" }],
    ] as const) {
      const text =
        unzip((await ask(who)).rawPayload)
          .get("data.json")
          ?.toString() ?? "";
      expect(JSON.parse(text).contactRequests).toEqual([expected]);
      expect(text).not.toMatch(other);
    }
  });

  it("D21 R1039 R1171 is a ZIP with all of the student's, and nothing of other students", async () => {
    const mine = (
      await list(asha, { name: "My lamp", address: "Hostel Nine" }, ["#111111", "#eeeeee"])
    ).body.product;
    const theirs = (await list(rohan, { name: "Foreign table", address: "Hostel Ten" })).body
      .product;
    await asha.call("PUT", `/api/saved/${theirs._id}`);
    await asha.get(`/api/products/${theirs._id}`);
    await rohan.get(`/api/products/${mine._id}`);
    await rohan.call("PUT", `/api/outcomes/${mine._id}`, { json: { bought: true } });
    await asha.call("PUT", `/api/outcomes/${theirs._id}`, { json: { bought: true } });
    await asha.call("PUT", "/api/notices/settings", { json: { "price-drop": false } });
    await asha.call("POST", "/api/reports", {
      json: { productId: theirs._id, reason: "other", details: "Odd legs" },
    });
    await asha.call("POST", "/api/users/me/consents", {
      json: { version: "2027-01", adult: true },
    });
    const { url } = (await asha.call("POST", "/api/users/me/key")).body;
    const friends = { json: { email: "sitara@cgu.example" } };
    await asha.call("POST", `/api/products/${mine._id}/handover`, friends);
    const answer = await ask(asha);
    const day = new Date().toISOString().slice(0, 10);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/zip"]);
    expect(answer.headers["content-disposition"]).toBe(
      `attachment; filename="market-export-${day}.zip"`,
    );
    const files = unzip(answer.rawPayload);
    const data = JSON.parse(files.get("data.json")?.toString() ?? "");
    expect(data.profile).toMatchObject({
      name: "Asha",
      email: "asha@cgu.example",
      phone: "+919811100011",
    });
    expect(data.listings).toEqual([
      expect.objectContaining({
        _id: mine._id,
        name: "My lamp",
        price: 3200,
        address: "Hostel Nine",
      }),
    ]);
    expect(data.saved).toEqual([expect.objectContaining({ productId: theirs._id })]);
    expect(data.contactsMade).toEqual([
      { day: expect.any(String), productId: theirs._id, count: 1 },
    ]);
    expect(data.contactsReceived).toEqual([
      { day: expect.any(String), productId: mine._id, count: 1 },
    ]);
    expect(data.outcomes).toEqual([
      expect.objectContaining({ productId: theirs._id, replied: true, bought: "yes" }),
    ]);
    expect(data.deals).toEqual([
      expect.objectContaining({ name: "My lamp", role: "seller" }),
      expect.objectContaining({ name: null, role: "buyer" }),
    ]);
    expect(data.told).toEqual([
      expect.objectContaining({ text: "1 student asked for your number: My lamp" }),
      expect.objectContaining({ kind: "asked-outcome", text: null }),
    ]);
    expect(data.noticesTurnedOff).toEqual([{ kind: "price-drop" }]);
    expect(files.get("data.json")?.toString()).not.toContain(url.slice(-22));
    expect(files.get("data.json")?.toString()).not.toContain("sitara@");
    expect(data.handovers).toMatchObject([
      { productId: mine._id, name: "My lamp", role: "giver", state: "open", endedAt: null },
    ]);
    expect(data.key).toEqual({ createdAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(data.reports).toEqual([
      expect.objectContaining({ reason: "other", details: "Odd legs" }),
    ]);
    expect(data.consents).toEqual([
      { version: "2027-01", adult: true, givenAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect(data.sessions.length).toBe(1);
    const names = data.listings[0].photos.map((name: string) => `photos/${name}`);
    expect(new Set(files.keys())).toEqual(new Set(["data.json", ...names]));
    for (const name of names) expect(files.get(name)?.subarray(8, 12).toString()).toBe("WEBP");
    expect(answer.rawPayload.toString("latin1")).not.toMatch(
      /quixotella|9811100022|Foreign|Hostel Ten/i,
    );
  });

  it("D21 R760 has feedback about the student from when it is shown on, and what they gave immediately", async () => {
    const [vendor, buyer] = [await market.student("Feni"), await market.student("Bela")];
    const { _id: productId } = (await list(vendor)).body.product;
    await buyer.get(`/api/products/${productId}`);
    await buyer.call("PUT", `/api/outcomes/${productId}`, { json: { bought: true } });
    const [{ id: dealId }] = (await vendor.get("/api/deals")).body.deals;
    await vendor.call("PUT", `/api/deals/${dealId}`, { json: { confirmed: true } });
    await market.parts.db.query(sql`
      update outcomes set contacted_at = now() - interval '1 hour' where product_id = ${productId}`);
    const feedback = (who: TestStudent, text: string) =>
      who.call("PUT", `/api/deals/${dealId}/feedback`, { json: { good: true, text } });
    const exported = async (who: TestStudent) =>
      JSON.parse(
        unzip((await ask(who)).rawPayload)
          .get("data.json")
          ?.toString() ?? "",
      );
    await feedback(buyer, "Quick and kind");
    expect((await exported(buyer)).feedbackGiven).toMatchObject([{ text: "Quick and kind" }]);
    expect((await exported(vendor)).feedbackReceived).toEqual([]);
    await feedback(vendor, "Came on time");
    expect((await exported(vendor)).feedbackReceived).toMatchObject([{ dealId, good: true }]);
  });

  it("D21 R841 holds what a suspended student wrote in an appeal", async () => {
    const gita = await market.student("Gita");
    await marketCommand(market, ..."suspend --reason Insults --email gita@cgu.example".split(" "));
    const limited = await signedInAgain(market, gita);
    const [decision] = (await limited.get("/api/decisions")).body.decisions;
    const json = { decisionId: decision.id, text: "It was a joke." };
    expect((await limited.call("POST", "/api/appeals", { json })).status).toBe(201);
    const data = JSON.parse(
      unzip((await ask(limited)).rawPayload)
        .get("data.json")
        ?.toString() ?? "",
    );
    expect(data.notices).toEqual([
      expect.objectContaining({ note: "Insults", appeal: "open", appealText: "It was a joke." }),
    ]);
  });

  it("D21 holds no name, number, address or text of any other student", async () => {
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        market.student(`Otherwise${nth}`, { phone: `+9198222000${10 + nth}` }),
      ),
    );
    const collector = await market.student("Collector");
    const { _id: own } = (await list(collector, { name: "Own rack" })).body.product;
    for (const [nth, other] of others.entries()) {
      const { _id: id } = (
        await list(other, { name: `Alien thing ${nth}`, address: `Elsewhere ${nth}` })
      ).body.product;
      await collector.call("PUT", `/api/saved/${id}`);
      if (nth < 6) await collector.get(`/api/products/${id}`);
      await other.get(`/api/products/${own}`);
      await other.call("PUT", `/api/blocks/${collector.userId}`);
      if (nth < 3)
        await other.call("POST", "/api/reports", {
          json: { productId: own, reason: "scam", details: "Unfriendly words" },
        });
    }
    const bytes = (await ask(collector)).rawPayload.toString("latin1");
    expect(bytes).toContain("Own rack");
    expect(bytes).not.toMatch(/otherwise|98222000|Alien|Elsewhere|Unfriendly/i);
  });

  it("D21 needs a sign-in of the last ten minutes, and comes twice a day", async () => {
    const eager = await market.student("Eager");
    const statuses = [];
    for (let nth = 0; nth < 3; nth++) statuses.push((await ask(eager)).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    const late = await market.student("Late");
    await market.parts.db.query(sql`
      update sessions set created_at = now() - interval '11 minutes'
      where identity_id = (select identity_id from users where id = ${late.userId})`);
    const answer = await ask(late);
    expect([answer.statusCode, answer.json().code]).toEqual([401, "sign-in-again"]);
  });
});
