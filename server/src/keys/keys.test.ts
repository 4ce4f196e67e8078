import sql, { type Sql } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list, setSoldAt } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { openPhone, tokenIn } from "../../test/phone.ts";
import { signedInAgain } from "../../test/people.ts";
import {
  cellsOf,
  changesBetween,
  readDump,
  readTables,
  type Snapshot,
  snapshots,
} from "../../test/whole-database.ts";
import { eraseDeletedAccounts } from "../rights/erase-accounts.ts";
import { deleteOldKeys } from "./keys.sql.ts";

let market: TestMarket;
let read: () => Promise<Snapshot>;
let lines = "";

beforeAll(async () => {
  market = await openTestMarket(
    {
      LOG_LEVEL: "trace",
      MODERATOR_EMAILS: "mod@cgu.example",
      TRUSTED_PROXIES: "1",
      LIMITS_ACTIVE_LISTINGS: "4",
      LIMITS_NEW_LISTINGS_PER_DAY: "1000",
      LIMITS_REQUESTS_PER_MINUTE: "100000",
    },
    { write: (line: string) => void (lines += line) },
  );
  const { db } = market.parts;
  read = snapshots(db, await readTables(db));
});
afterAll(() => market.close());

const phone = () => openPhone(market);

/** @returns the path of a new key */
async function keyOf(student: TestStudent): Promise<string> {
  const { status, body } = await student.call("POST", "/api/users/me/key");
  expect(status).toBe(201);
  return new URL(body.url).pathname;
}
const idOf = async (student: TestStudent, fields: Record<string, string> = {}) =>
  (await list(student, fields)).body.product._id as string;
const ownOf = async (student: TestStudent, id: string) =>
  (await student.get("/api/products/user")).body.products.find(
    ({ _id }: { _id: string }) => _id === id,
  );
const noticesOf = async (student: TestStudent) =>
  (await student.get("/api/notices")).body.notices.filter(
    ({ kind }: { kind: string }) => kind === "by-key",
  );
const query = (statement: Sql) => market.parts.db.query(statement);

describe("a student's key", () => {
  it("R1030 is an address of 22 letters that is told once and stored as a hash", async () => {
    const asha = await market.student("Asha");
    expect((await asha.get("/api/users/me/key")).body).toEqual({ success: true, key: null });
    const made = await asha.call("POST", "/api/users/me/key");
    expect([made.status, made.body.success]).toEqual([201, true]);
    expect(made.body.url).toMatch(/^http:\/\/localhost:3000\/k\/[\w-]{21}[AQgw]$/);
    const secret = made.body.url.slice(-22);
    expect(await readDump(market.parts.db)).not.toContain(secret);
    const { body, text } = await asha.get("/api/users/me/key");
    expect(text).not.toContain(secret);
    expect(Date.parse(body.key.endsAt) - Date.parse(body.key.createdAt)).toBe(400 * 86_400_000);
    expect(Math.abs(Date.now() - Date.parse(body.key.createdAt))).toBeLessThan(60_000);
  });

  it("R1030 is replaced by a new one and ended by its student, with the keys of mails", async () => {
    const kabir = await market.student("Kabir");
    const productId = await idOf(kabir);
    const ofMail = async () => {
      await query(sql`
        insert into listing_keys (hash, user_id, product_id)
        values (sha256(decode('00000000000000000000000000000000', 'hex')), ${kabir.userId}, ${productId})`);
      return "/k/AAAAAAAAAAAAAAAAAAAAAA";
    };
    const { get } = phone();
    const first = await keyOf(kabir);
    const mails = await ofMail();
    for (const key of [first, mails]) expect((await get(key)).status).toBe(200);
    const second = await keyOf(kabir);
    for (const key of [first, mails]) expect((await get(key)).status).toBe(404);
    await ofMail();
    expect((await get(second)).status).toBe(200);
    expect((await kabir.call("DELETE", "/api/users/me/key")).status).toBe(204);
    for (const key of [second, mails]) expect((await get(key)).status).toBe(404);
    expect((await kabir.get("/api/users/me/key")).body.key).toBeNull();
    expect((await kabir.call("DELETE", "/api/users/me/key")).status).toBe(204);
  });

  it("R1030 is made, shown and ended by its student only", async () => {
    for (const method of ["POST", "GET", "DELETE"] as const) {
      const { status, body } = await market.stranger.call(method, "/api/users/me/key");
      expect([status, body.code]).toEqual([401, "missing-token"]);
    }
    const [lata, mohan] = [await market.student("Lata"), await market.student("Mohan")];
    const key = await keyOf(lata);
    expect((await mohan.get("/api/users/me/key")).body.key).toBeNull();
    await mohan.call("DELETE", "/api/users/me/key");
    expect((await phone().get(key)).status).toBe(200);
  });

  it("R1034 ends after 400 days", async () => {
    const nisha = await market.student("Nisha");
    const key = await keyOf(nisha);
    const age = (days: string) =>
      query(sql`update listing_keys set created_at = now() - ${days}::interval + interval '1 minute'
        where user_id = ${nisha.userId}`);
    await age("400 days");
    expect((await phone().get(key)).status).toBe(200);
    await age("400 days 2 minutes");
    expect((await phone().get(key)).status).toBe(404);
    expect((await nisha.get("/api/users/me/key")).body.key).toBeNull();
    await deleteOldKeys(market.parts.db);
    expect(await query(sql`select from listing_keys where user_id = ${nisha.userId}`)).toEqual([]);
  });

  it("R1034 ends with a suspension and with the deletion of the account, and stays ended", async () => {
    const mod = await market.student("Mod");
    const omar = await market.student("Omar");
    const productId = await idOf(omar);
    const suspended = await keyOf(omar);
    const token = tokenIn((await phone().post(`${suspended}/${productId}/sold`)).text);
    const measure = `/api/moderation/users/${omar.userId}/suspend`;
    expect((await mod.call("POST", measure, { json: { reason: "A scam" } })).status).toBe(200);
    expect((await phone().get(suspended)).status).toBe(404);
    expect((await phone().post(`${suspended}/${productId}/sold`, { token })).status).toBe(404);
    await query(
      sql`update users set suspended_at = null, suspended_until = null where id = ${omar.userId}`,
    );
    expect((await phone().get(suspended)).status).toBe(404);

    const pia = await market.student("Pia");
    const deleted = await keyOf(pia);
    const remove = { json: { confirm: "DELETE" } };
    expect((await pia.call("DELETE", "/api/users/me", remove)).status).toBe(200);
    expect((await phone().get(deleted)).status).toBe(404);
    const back = await signedInAgain(market, pia);
    expect((await back.call("POST", "/api/users/me/restore")).status).toBe(200);
    expect((await phone().get(deleted)).status).toBe(404);
    expect((await back.get("/api/users/me/key")).body.key).toBeNull();
  });

  it("R1034 goes with the erased account", async () => {
    const qadir = await market.student("Qadir");
    const key = await keyOf(qadir);
    const productId = await idOf(qadir);
    expect((await phone().post(`${key}/${productId}/sold`)).status).toBe(200);
    await query(sql`
      update users set deleted_at = now() - interval '8 days' where id = ${qadir.userId}`);
    await eraseDeletedAccounts(market.parts);
    expect(await query(sql`select from listing_keys where user_id = ${qadir.userId}`)).toEqual([]);
    expect((await phone().get(key)).status).toBe(404);
  });
});

describe("the page of a key", () => {
  it("R1031 shows name, price, photos and state of what its student owns, and nothing else of the whole database", async () => {
    const owner = await market.student("Quintessa", { phone: "+919800011122" });
    const buyer = await market.student("Xanthippe", { phone: "+919800033344" });
    const secret = { description: "Zzsecret words", address: "Zzsecret place" };
    const listed = await idOf(owner, { name: "Blue <b>kettle", price: "450", ...secret });
    const reserved = await idOf(owner, { name: "Red lamp", ...secret });
    const hidden = await idOf(owner, { name: "Green chair", ...secret });
    const sold = await idOf(owner, { name: "Black desk", ...secret });
    const foreign = await idOf(buyer, { name: "Zzforeign thing" });
    await buyer.get(`/api/products/${listed}`);
    await buyer.call("PUT", `/api/saved/${listed}`);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await owner.call("PUT", `/api/products/${reserved}/reservation`, { json: { until } });
    await query(sql`update products set hidden_at = now() where id = ${hidden}`);
    await owner.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    const key = await keyOf(owner);

    const { status, text, headers } = await phone().get(key);
    expect(status).toBe(200);
    for (const shown of [
      'Blue &lt;b&gt;kettle</h2><p class="muted">₹450 · Listed',
      'Red lamp</h2><p class="muted">₹3,200 · Reserved',
      'Green chair</h2><p class="muted">₹3,200 · Hidden',
      'Black desk</h2><p class="muted">₹3,200 · Sold',
    ])
      expect(text).toContain(shown);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(text).not.toContain("<script");

    // Every text of the database that the page has beside these, and that of a student with another listing has not.
    const names = ["Blue &lt;b&gt;kettle", "Red lamp", "Green chair", "Black desk"];
    const mayShow = [...names, listed, reserved, hidden, sold];
    const rest = mayShow.reduce((html, word) => html.replaceAll(word, ""), text);
    const other = await market.student("Baseline");
    await idOf(other, { name: "Something else" });
    const { text: usual } = await phone().get(await keyOf(other));
    const withoutPhotos = rest.replaceAll(/<img src="[^"]+"/g, "");
    const words = [...(await read()).values()].flatMap((row) => textsOf(row));
    expect(words.length).toBeGreaterThan(100);
    const found = words.filter((word) => withoutPhotos.includes(word) && !usual.includes(word));
    expect([...new Set(found)]).toEqual([]);
    for (const never of ["Zzsecret", "Zzforeign", foreign, "98000", "Quintessa", "Xanthippe"])
      expect(text).not.toContain(never);
    const photos = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, url = ""]) => url);
    expect(photos).toHaveLength(3);
    for (const url of photos) expect((await phone().get(url)).status).toBe(200);

    await setSoldAt(market.owner, sql`now() - interval '15 days'`, sold);
    expect((await phone().get(key)).text).not.toContain("Black desk");
  });

  it("R1033 is the same 404, which leads to the sign-in, for unknown, misspelt and ended keys", async () => {
    const ravi = await market.student("Ravi");
    const ended = await keyOf(ravi);
    await ravi.call("DELETE", "/api/users/me/key");
    const good = await keyOf(ravi);
    const pages = await Promise.all(
      [ended, "/k/AAAAAAAAAAAAAAAAAAAAAQ", "/k/short", `${good}=`, `${good}/`, `${good}/all`].map(
        (path) => phone().get(path),
      ),
    );
    for (const { status, text, headers } of pages) {
      expect([status, text]).toEqual([404, pages[0]?.text]);
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["cache-control"]).toBe("no-store");
    }
    expect(pages[0]?.text).toContain('<a href="/login">');
    expect(pages[0]?.text).not.toContain("<script");
  });

  it("R1033 opens nothing of another student, who finds it as absent as an unknown listing", async () => {
    const [sana, tara] = [await market.student("Sana"), await market.student("Tara")];
    const [own, foreign] = [await idOf(sana), await idOf(tara)];
    const key = await keyOf(sana);
    const { post } = phone();
    const { text: token } = await post(`${key}/${own}/sold`);
    const before = await read();
    const unknown = "01994e50-0000-7000-8000-000000000000";
    for (const which of [foreign, unknown, "none"])
      for (const fields of [undefined, { token: tokenIn(token) }]) {
        const answer = await post(`${key}/${which}/sold`, fields);
        expect([answer.status, answer.text]).toEqual([404, (await phone().get("/k/none")).text]);
      }
    expect((await post(`${key}/${own}/reserved`)).status).toBe(404);
    expect(changesBetween(before, await read())).toEqual([]);
  });

  it("R1031 R1033 of a mail's key shows and changes its listing only, as long as the student owns it", async () => {
    const uma = await market.student("Uma");
    const [one, other] = [await idOf(uma, { name: "Kettle" }), await idOf(uma, { name: "Lamp" })];
    await query(sql`
      insert into listing_keys (hash, user_id, product_id)
      values (sha256(decode('00000000000000000000000000000001', 'hex')), ${uma.userId}, ${one})`);
    const key = "/k/AAAAAAAAAAAAAAAAAAAAAQ";
    const { get, post, tap } = phone();
    expect((await get(key)).text).toMatch(/^(?!.*Lamp).*Kettle/s);
    expect((await post(`${key}/${other}/sold`)).status).toBe(404);
    expect((await tap(`${key}/all/sold`)).status).toBe(303);
    expect([(await ownOf(uma, one)).isSold, (await ownOf(uma, other)).isSold]).toEqual([
      true,
      false,
    ]);
    const victor = await market.student("Victor");
    await query(sql`update products set seller_id = ${victor.userId} where id = ${one}`);
    expect((await get(key)).text).not.toContain("Kettle");
    expect((await post(`${key}/${one}/removed`)).status).toBe(404);
  });
});

describe("an act with a key", () => {
  it("R1032 needs two POSTs: a scanner that opens everything, and the first POST, change nothing", async () => {
    const wahid = await market.student("Wahid");
    const productId = await idOf(wahid);
    const key = await keyOf(wahid);
    const { get, post } = phone();
    const before = await read();
    for (const path of [key, `${key}/${productId}/sold`, `${key}/all/removed`]) await get(path);
    expect(changesBetween(before, await read())).toEqual([]);
    const url = `${key}/${productId}/sold`;
    const question = await post(url);
    expect(question.status).toBe(200);
    expect(question.text).toContain("Is Hero Sprint cycle sold?");
    expect(question.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(cellsOf(changesBetween(before, await read())).map((cell) => cell.split(".")[0])).toEqual(
      expect.arrayContaining(["listing_key_tokens"]),
    );
    expect(
      cellsOf(changesBetween(before, await read())).filter(
        (cell) => !cell.startsWith("listing_key_tokens."),
      ),
    ).toEqual([]);
    expect((await ownOf(wahid, productId)).isSold).toBe(false);
    const done = await post(url, { token: tokenIn(question.text) });
    expect([done.status, done.headers["location"]]).toEqual([303, key]);
    expect((await ownOf(wahid, productId)).isSold).toBe(true);
  });

  it("R1032 takes a token for its key, listing and act only, for ten minutes, and otherwise asks again", async () => {
    const [yash, zoya] = [await market.student("Yash"), await market.student("Zoya")];
    const [one, other, foreign] = [await idOf(yash), await idOf(yash), await idOf(zoya)];
    const [key, foreignKey] = [await keyOf(yash), await keyOf(zoya)];
    const { post } = phone();
    const tokenOf = async (url: string) => tokenIn((await post(url)).text);
    const url = `${key}/${one}/sold`;
    const wrong = [
      "",
      "AAAAAAAAAAAAAAAAAAAAAA",
      await tokenOf(`${key}/${other}/sold`),
      await tokenOf(`${key}/${one}/removed`),
      await tokenOf(`${key}/all/sold`),
      await tokenOf(`${foreignKey}/${foreign}/sold`),
    ];
    const old = await tokenOf(url);
    await query(sql`
      update listing_key_tokens set created_at = now() - interval '10 minutes 1 second'
      where key_hash in (select hash from listing_keys where user_id = ${yash.userId}) and act = 'sold'
        and product_id = ${one}`);
    for (const token of [...wrong, old]) {
      const answer = await post(url, { token });
      expect([answer.status, tokenIn(answer.text)]).toEqual([
        200,
        expect.not.stringMatching(/^none$/),
      ]);
    }
    expect((await ownOf(yash, one)).isSold).toBe(false);
    expect((await ownOf(zoya, foreign)).isSold).toBe(false);
    // None was used up by being sent to a wrong address.
    expect((await post(`${key}/${other}/sold`, { token: wrong[2] ?? "" })).status).toBe(303);
  });

  it("R1032 is done once by two second POSTs at the same time, and not again by a third", async () => {
    const anil = await market.student("Anil");
    const productId = await idOf(anil);
    const key = await keyOf(anil);
    const { post } = phone();
    const url = `${key}/${productId}/confirmed`;
    const token = tokenIn((await post(url)).text);
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(url, { token })));
    expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual([
      "200",
      "200",
      "200",
      "303",
    ]);
    expect((await post(url, { token })).status).toBe(200);
    expect(await noticesOf(anil)).toHaveLength(1);
  });

  it("R1032 is refused when the key is ended between the two POSTs", async () => {
    const bela = await market.student("Bela");
    const productId = await idOf(bela);
    const key = await keyOf(bela);
    const { post } = phone();
    const url = `${key}/${productId}/removed`;
    const token = tokenIn((await post(url)).text);
    await bela.call("DELETE", "/api/users/me/key");
    expect((await post(url, { token })).status).toBe(404);
    expect(await ownOf(bela, productId)).toBeDefined();
  });

  it("R1032 needs no Origin, and a call of the API still refuses `null`", async () => {
    const chitra = await market.student("Chitra");
    const productId = await idOf(chitra);
    const key = await keyOf(chitra);
    expect((await phone().tap(`${key}/${productId}/sold`)).status).toBe(303);
    const headers = { origin: "null" };
    const refused = await chitra.call("POST", "/api/users/me/key", { headers });
    expect([refused.status, refused.body.code]).toEqual([403, "foreign-origin"]);
  });

  it("R1035 takes down a listing, which its seller brings back with `Undo`, and marks it sold likewise", async () => {
    const dev = await market.student("Dev");
    const [kettle, lamp] = [await idOf(dev, { name: "Kettle" }), await idOf(dev, { name: "Lamp" })];
    const key = await keyOf(dev);
    const { tap, get } = phone();
    await tap(`${key}/${kettle}/removed`);
    await tap(`${key}/${lamp}/sold`);
    expect((await get(key)).text).not.toContain("Kettle");
    expect(await ownOf(dev, kettle)).toBeUndefined();
    const [sold, removed, ...others] = await noticesOf(dev);
    expect([sold.text, removed.text, others]).toEqual([
      "Lamp was marked sold with your key.",
      "Kettle was taken down with your key.",
      [],
    ]);
    expect([sold.actions, removed.actions]).toEqual([
      [
        {
          name: "undo",
          label: "Undo",
          method: "PUT",
          path: `/api/products/${lamp}/toggle-sold`,
          body: { isSold: false },
        },
      ],
      [{ name: "undo", label: "Undo", method: "POST", path: `/api/products/${kettle}/restore` }],
    ]);
    for (const { actions } of [sold, removed]) {
      const [{ method, path, body }] = actions;
      expect((await dev.call(method, path, body ? { json: body } : {})).status).toBe(200);
    }
    expect((await ownOf(dev, kettle)).isSold).toBe(false);
    expect((await ownOf(dev, lamp)).isSold).toBe(false);
    expect((await noticesOf(dev)).map(({ actions }: { actions: unknown[] }) => actions)).toEqual([
      [],
      [],
    ]);
  });

  it("R1037 can be undone from its notice for seven days", async () => {
    const esha = await market.student("Esha");
    const key = await keyOf(esha);
    await phone().tap(`${key}/${await idOf(esha)}/sold`);
    const age = (time: string) =>
      query(
        sql`update notices set created_at = now() - ${time}::interval where user_id = ${esha.userId}`,
      );
    await age("6 days 23 hours");
    expect((await noticesOf(esha))[0].actions).toHaveLength(1);
    await age("7 days 1 hour");
    expect((await noticesOf(esha))[0].actions).toEqual([]);
  });

  it("R1036 confirms paused and expired listings, and changes nothing on sold and hidden ones", async () => {
    const farah = await market.student("Farah");
    const ids = [];
    for (let nth = 0; nth < 4; nth += 1) ids.push(await idOf(farah));
    const [paused, expired, sold, hidden] = ids as [string, string, string, string];
    await query(sql`update products set resting_at = now() where id = ${paused}`);
    await query(sql`update products set expired_at = now() where id = ${expired}`);
    await farah.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    await query(sql`update products set hidden_at = now() where id = ${hidden}`);
    const key = await keyOf(farah);
    const { tap, get } = phone();
    expect((await get(key)).text).toMatch(/Paused.*|Expired/s);
    const before = await read();
    for (const id of [sold, hidden]) expect((await tap(`${key}/${id}/confirmed`)).status).toBe(303);
    const changed = changesBetween(before, await read());
    expect(changed.filter(({ table }) => table !== "listing_key_tokens")).toEqual([]);
    expect((await tap(`${key}/all/confirmed`)).status).toBe(303);
    expect((await ownOf(farah, paused)).resting).toBeUndefined();
    expect((await ownOf(farah, expired)).expired).toBeUndefined();
    expect((await ownOf(farah, sold)).isSold).toBe(true);
    expect((await ownOf(farah, hidden)).hidden).toBe(true);
    const notices = await noticesOf(farah);
    expect(notices).toHaveLength(2);
    expect(notices[0]).toMatchObject({
      text: "Hero Sprint cycle was confirmed with your key.",
      actions: [],
    });
  });

  it("R1036 says when more listings than allowed would be active, and changes none", async () => {
    const gita = await market.student("Gita");
    const old = await idOf(gita);
    await query(sql`update products set expired_at = now() where id = ${old}`);
    for (let nth = 0; nth < 4; nth += 1) await idOf(gita);
    const key = await keyOf(gita);
    const answer = await phone().tap(`${key}/${old}/confirmed`);
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "3600"]);
    expect(answer.text).toContain("You have reached the number of items for now.");
    expect((await ownOf(gita, old)).expired).toBe(true);
    expect(await noticesOf(gita)).toEqual([]);
  });

  it("R1036 with all listings takes each, and tells its owner of each", async () => {
    const hari = await market.student("Hari");
    await idOf(hari, { name: "Kettle" });
    await idOf(hari, { name: "Lamp" });
    const key = await keyOf(hari);
    const { tap, get, post } = phone();
    expect((await get(key)).text).toContain("/all/removed");
    expect((await post(`${key}/all/removed`)).text).toMatch(/Lamp.*Kettle/s);
    expect((await tap(`${key}/all/removed`)).status).toBe(303);
    expect((await hari.get("/api/products/user")).body.products).toEqual([]);
    expect((await noticesOf(hari)).map(({ text }: { text: string }) => text).toSorted()).toEqual([
      "Kettle was taken down with your key.",
      "Lamp was taken down with your key.",
    ]);
    expect((await get(key)).text).toContain("Nothing is listed here at the moment.");
  });

  it("R1038 is one of thirty an hour of an address; a question and an act that changes nothing are none", async () => {
    const indra = await market.student("Indra");
    const [kettle, sold] = [await idOf(indra), await idOf(indra)];
    await indra.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    const key = await keyOf(indra);
    const { post, tap } = phone();
    const url = `${key}/${kettle}/confirmed`;
    await tap(`${key}/${sold}/confirmed`);
    await post(url);
    for (let nth = 0; nth < 30; nth += 1) expect((await tap(url)).status).toBe(303);
    const refused = await tap(`${key}/${kettle}/sold`);
    expect([refused.status, refused.headers["content-type"]]).toEqual([
      429,
      "text/html; charset=utf-8",
    ]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(3600);
    expect((await ownOf(indra, kettle)).isSold).toBe(false);
    expect((await phone().tap(`${key}/${kettle}/sold`)).status).toBe(303);
  });

  it("R1037 shows that its student is there", async () => {
    const jiya = await market.student("Jiya");
    const productId = await idOf(jiya);
    const key = await keyOf(jiya);
    const seen = sql`select identity.seen_at > now() - interval '1 minute' as recently
      from users owner join identities identity on identity.id = owner.identity_id where owner.id = ${jiya.userId}`;
    await query(sql`update identities set seen_at = now() - interval '40 days'
      where id = (select identity_id from users where id = ${jiya.userId})`);
    await phone().get(key);
    expect(await query(seen)).toEqual([{ recently: false }]);
    await phone().tap(`${key}/${productId}/confirmed`);
    expect(await query(seen)).toEqual([{ recently: true }]);
  });
});

describe("what is known of a key", () => {
  it("R1039 is in no line of the log, whatever its address looks like", async () => {
    const kiran = await market.student("Kiran");
    const productId = await idOf(kiran);
    const key = await keyOf(kiran);
    const { get, post, tap } = phone();
    const question = await post(`${key}/${productId}/sold`);
    await tap(`${key}/${productId}/sold`);
    for (const path of [
      key,
      `${key}/`,
      `${key}//x`,
      key.replace("k", "K"),
      `/${key}`,
      `${key}?a=b`,
    ])
      await get(path);
    await post(key);
    await post(`${key}/${productId}/sold`, { token: "x".repeat(2000) });
    await market.stranger.call("DELETE", key);
    const secret = key.slice(3);
    expect(lines).toContain('"/k/:key"');
    expect(lines).not.toContain(secret);
    expect(lines).not.toContain(tokenIn(question.text));
    expect(await readDump(market.parts.db)).not.toContain(secret);
  });

  it("R1039 is counted among page views as `/k`, unless the browser asks not to be counted", async () => {
    const leela = await market.student("Leela");
    const key = await keyOf(leela);
    const headers = { "user-agent": "Mozilla Mobile", "accept-language": "hi-IN,en" };
    await market.stranger.get(key, { ...headers, dnt: "1" });
    await market.stranger.get(key, { ...headers, "sec-gpc": "1" });
    await market.stranger.get("/k/none", headers);
    await market.stranger.get(key, headers);
    await expect
      .poll(() =>
        query(sql`
          select referrer, viewport, views::int from view_counts where page = '/k' and language = 'hi'`),
      )
      .toEqual([{ referrer: "", viewport: "phone", views: 1 }]);
    expect(await readDump(market.parts.db)).not.toContain(key.slice(3));
  });
});

/** The texts of a row, in arrays and objects too; short ones are in any page. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value.length >= 4 ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((each) => textsOf(each));
}
