import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { signedInAgain } from "../../test/people.ts";
import { readTables, snapshots } from "../../test/whole-database.ts";
import { eraseDeletedAccounts } from "../rights/erase-accounts.ts";
import { removalJob } from "../photos/photos.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { photoJobs } from "../photos/photo-jobs.ts";

let market: TestMarket;
let mod: TestStudent;
let other: TestStudent;
let reporter: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "Mod@cgu.example, other@cgu.example",
    LIMITS_REPORTS_PER_DAY: "1000",
  });
  mod = await market.student("Mod");
  other = await market.student("Other");
  reporter = await market.student("Reporter");
});
afterAll(() => market.close());

const post = (who: TestStudent, path: string, json: object, headers = {}) =>
  who.call("POST", path, { json, headers });
const decide = (who: TestStudent, caseId: string, json: object) =>
  post(who, `/api/moderation/cases/${caseId}/decision`, json);
const note = "Against rule four.";

type Reported = { seller: TestStudent; productId: string; caseId: string };
let sellers = 0;
/** A listing of a seller of its own, reported once, with its case. */
async function reported(): Promise<Reported> {
  const seller = await market.student(`Seller-${++sellers}`);
  const { _id: productId } = (await list(seller, { name: `Odd thing ${sellers}` })).body.product;
  await post(reporter, "/api/reports", { productId, reason: "scam", details: "Wants money first" });
  const { cases } = (await mod.get("/api/moderation/cases?limit=60")).body;
  const { id: caseId } = cases.find((one: { productId?: string }) => one.productId === productId);
  return { seller, productId, caseId };
}
const outcome = async (productId: string) =>
  (await reporter.get("/api/reports?limit=60")).body.reports.find(
    (report: { productId?: string }) => report.productId === productId,
  );
const isShown = async (productId: string) =>
  (await market.stranger.get(`/api/items/${productId}`)).status === 200;

describe("a case", () => {
  it("D22 shows the listing as it was, what reporters say without their names, and the seller", async () => {
    const { seller, productId, caseId } = await reported();
    expect((await outcome(productId)).state).toBe("received");
    const { status, body } = await mod.get(`/api/moderation/cases/${caseId}`);
    expect(status).toBe(200);
    expect(body.case).toMatchObject({
      id: caseId,
      state: "open",
      urgent: false,
      productId,
      snapshot: { name: `Odd thing ${sellers}`, price: 3200 },
      reports: [{ reason: "scam", details: "Wants money first" }],
      concerned: { _id: seller.userId, name: `Seller-${sellers}`, listings: 1, decisions: [] },
    });
    expect(JSON.stringify(body)).not.toMatch(/Reporter|\+91/);
    expect((await outcome(productId)).state).toBe("in-review");
  });

  it("D22 R845 keeps its text and photos when the seller deletes the listing, and for 180 days after it is closed", async () => {
    const { seller, productId, caseId } = await reported();
    const [photo] = (await mod.get(`/api/moderation/cases/${caseId}`)).body.case.snapshot.images;
    expect((await seller.call("DELETE", `/api/products/${productId}`)).status).toBe(200);
    const removal = photoJobs(market.parts).find(({ name }) => name === removalJob);
    const [{ files } = { files: [] }] = await market.parts.db.query<{ files: string[] }>(sql`
      select files from cases where id = ${caseId}`);
    expect(files.length).toBeGreaterThan(0);
    await removal?.work({ files } as never);
    const address = `/api/moderation/cases/${caseId}/photos/${photo.id}`;
    const shown = await mod.get(address);
    expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
    await decide(mod, caseId, { action: "remove", note });
    await removal?.work({ files } as never);
    expect((await mod.get(address)).status).toBe(200);
    const closedFor = async (days: number) => {
      await market.parts.db.query(sql`
        update cases set closed_at = now() - make_interval(days => ${days}) where id = ${caseId}`);
      await recurringJobs(market.parts)
        .find(({ name }) => name === "forget-old-counts")
        ?.work({} as never);
      await removal?.work({ files } as never);
    };
    await closedFor(179);
    expect((await mod.get(address)).status).toBe(200);
    await closedFor(181);
    expect((await mod.get(address)).status).toBe(404);
    expect(await market.parts.storage.open(files[0] ?? "")).toBeUndefined();
  });

  it("D22 is listed with what is due first, and afterwards among the closed", async () => {
    const usual = await reported();
    const { userId } = await market.student("Leaker");
    await post(reporter, "/api/reports", { userId, reason: "personal-data" });
    const open = (await mod.get("/api/moderation/cases?state=open&limit=60")).body.cases;
    const due = open.map(({ dueAt }: { dueAt: string }) => dueAt);
    expect(due).toEqual(due.toSorted());
    expect(open[0]).toMatchObject({ urgent: true, userId });
    await decide(mod, usual.caseId, { action: "dismiss", note });
    const first = await mod.get("/api/moderation/cases?state=closed&limit=1");
    expect(first.body.cases[0].id).toBe(usual.caseId);
    expect(first.headers["link"]).toMatch(/state=closed&limit=1&cursor=/);
  });

  it("R926 is listed with its decision and appeal by one query, however many there are", async () => {
    const { seller, caseId } = await reported();
    await reported();
    await decide(mod, caseId, { action: "warn", note });
    const [decision] = (await seller.get("/api/decisions")).body.decisions;
    await post(seller, "/api/appeals", { decisionId: decision.id, text: "I have the bill." });
    const query = vi.spyOn(market.parts.db, "query");
    const listed = await mod.get("/api/moderation/cases?limit=60");
    const closed = await mod.get("/api/moderation/cases?state=closed&limit=60");
    const queries = query.mock.calls.filter(([{ sql: text }]) => / from cases one /.test(text));
    query.mockRestore();
    expect(listed.body.cases.length).toBeGreaterThan(1);
    expect(closed.body.cases[0].decision).toMatchObject({ action: "warn", note, by: "Mod" });
    const appealed = listed.body.cases.find(({ appeal }: { appeal?: object }) => appeal);
    expect(appealed.appeal.against).toMatchObject({ id: decision.id, by: "Mod", appeal: "open" });
    expect(queries.length).toBe(2);
  });

  it("D22 that an authority orders is due within three hours", async () => {
    const { caseId } = await reported();
    const { body } = await post(mod, `/api/moderation/cases/${caseId}/authority`, {});
    expect(body.case.urgent).toBe(true);
    expect(Date.parse(body.case.dueAt) - Date.now()).toBeLessThan(3 * 3_600_000 + 1000);
  });

  it("R1107 R1110 the log names the student of a case without a listing, too", async () => {
    const { userId } = await market.student("Ordered");
    await post(reporter, "/api/reports", { userId, reason: "scam" });
    const { cases } = (await mod.get("/api/moderation/cases?limit=60")).body;
    const { id } = cases.find((one: { userId?: string }) => one.userId === userId);
    await post(mod, `/api/moderation/cases/${id}/authority`, {});
    const [entry] = (await other.get("/api/moderation/log?limit=1")).body.log;
    expect(entry).toMatchObject({ action: "authority", about: "Ordered", caseId: id });
  });
});

describe("a decision", () => {
  it("D41 to dismiss shows again what reports have hidden", async () => {
    const { productId, caseId } = await reported();
    for (const name of ["A", "B", "C"]) {
      const student = await market.student(`Dis-${name}`);
      await market.parts.db.query(sql`
        update users set created_at = now() - interval '2 days' where id = ${student.userId}`);
      await post(student, "/api/reports", { productId, reason: "scam" });
    }
    expect(await isShown(productId)).toBe(false);
    const { status, body } = await decide(mod, caseId, { action: "dismiss", note });
    expect([status, body.case.state, body.case.decision.by]).toEqual([200, "closed", "Mod"]);
    expect(await isShown(productId)).toBe(true);
    expect(await outcome(productId)).toMatchObject({
      state: "dismissed",
      outcome: "We looked at it and found nothing against our rules.",
    });
  });

  it("R990 to dismiss shows nothing that a moderator has hidden for another reason", async () => {
    const hideDirectly = ({ productId }: Reported) =>
      post(mod, `/api/moderation/products/${productId}/hide`, { note: "It is stolen." });
    for (const steps of [[hideDirectly], [hideByReports, hideDirectly]]) {
      const made = await reported();
      for (const step of steps) await step(made);
      expect((await dismiss(made)).status).toBe(200);
      expect(await isShown(made.productId)).toBe(false);
      expect((await restore(made)).status).toBe(200);
      expect(await isShown(made.productId)).toBe(true);
    }
  });

  it.each(["warn", "suspend"])(
    "R999 to %s shows what the reports of its case have hidden, unless another decision hides it",
    async (action) => {
      for (const isHiddenDirectly of [false, true]) {
        const made = await reported();
        await hideByReports(made);
        if (isHiddenDirectly)
          await post(mod, `/api/moderation/products/${made.productId}/hide`, { note });
        expect(await isShown(made.productId)).toBe(false);
        expect((await decide(mod, made.caseId, { action, note })).status).toBe(200);
        // A suspended student's listings return with the student.
        await post(mod, `/api/moderation/users/${made.seller.userId}/reinstate`, { note });
        expect(await isShown(made.productId)).toBe(!isHiddenDirectly);
      }
    },
  );

  it.each(["hide", "remove"])("R999 to %s leaves it hidden", async (action) => {
    const made = await reported();
    await hideByReports(made);
    expect((await decide(mod, made.caseId, { action, note })).status).toBe(200);
    expect(await isShown(made.productId)).toBe(false);
  });

  it("R990 lifted on appeal shows nothing that reports or another decision hide", async () => {
    const byReports = await reported();
    await hideByReports(byReports);
    await post(mod, `/api/moderation/products/${byReports.productId}/hide`, { note });
    expect((await liftOnAppeal(byReports)).status).toBe(200);
    expect(await isShown(byReports.productId)).toBe(false);
    expect((await dismiss(byReports)).status).toBe(200);
    expect(await isShown(byReports.productId)).toBe(true);

    const twice = await reported();
    await post(mod, `/api/moderation/products/${twice.productId}/hide`, { note });
    await hide(twice);
    expect((await liftOnAppeal(twice)).status).toBe(200);
    expect(await isShown(twice.productId)).toBe(false);
    expect((await liftOnAppeal(twice)).status).toBe(200);
    expect(await isShown(twice.productId)).toBe(true);
  });

  it("R991 to dismiss is not told to the student", async () => {
    const { seller, caseId } = await reported();
    await decide(mod, caseId, { action: "dismiss", note });
    expect((await seller.get("/api/notices")).body).toMatchObject({ unread: 0, notices: [] });
    expect((await seller.get("/api/decisions")).body.decisions).toEqual([]);
  });

  const hide = ({ caseId }: Reported) => decide(mod, caseId, { action: "hide", note });
  const hideByReports = async ({ productId }: Reported) => {
    for (const name of ["A", "B", "C"]) {
      const student = await market.student(`Hiding-${sellers}-${name}`);
      await market.parts.db.query(sql`
        update users set created_at = now() - interval '2 days' where id = ${student.userId}`);
      await post(student, "/api/reports", { productId, reason: "scam" });
    }
  };
  const dismiss = ({ caseId }: Reported) => decide(mod, caseId, { action: "dismiss", note });
  const liftOnAppeal = async ({ seller, productId }: Reported) => {
    const { decisions } = (await seller.get("/api/decisions")).body;
    const { id: decisionId } = decisions.find((one: { appeal: string }) => one.appeal === "none");
    await post(seller, "/api/appeals", { decisionId, text: "I have the bill." });
    const { cases } = (await other.get("/api/moderation/cases?type=appeal&limit=60")).body;
    const { id } = cases.find((one: { productId?: string }) => one.productId === productId);
    return decide(other, id, { action: "dismiss", note });
  };
  const restore = ({ productId }: Reported) =>
    post(mod, `/api/moderation/products/${productId}/restore`, { note });
  it.each([
    ["of its case", hideByReports, dismiss],
    ["of an appeal", hide, liftOnAppeal],
    ["without a case", hide, restore],
  ] as const)(
    "R782 %s shows again, once restored, what its seller deleted while it was hidden",
    async (_, hideIt, lift) => {
      const made = await reported();
      const { seller, productId } = made;
      await hideIt(made);
      expect((await seller.call("DELETE", `/api/products/${productId}`)).status).toBe(200);
      expect((await lift(made)).status).toBe(200);
      expect((await restore(made)).status).toBe(404);
      expect(await isShown(productId)).toBe(false);
      expect((await seller.call("POST", `/api/products/${productId}/restore`)).status).toBe(200);
      expect(await isShown(productId)).toBe(true);
    },
  );

  it("D41 to hide leaves it with its owner, who reads why", async () => {
    const { seller, productId, caseId } = await reported();
    await decide(mod, caseId, { action: "hide", note });
    expect(await isShown(productId)).toBe(false);
    expect((await seller.get("/api/products/user")).body.products[0].hidden).toBe(true);
    const { decisions } = (await seller.get("/api/decisions")).body;
    expect(decisions).toEqual([
      {
        id: expect.any(String),
        action: "hide",
        note,
        createdAt: expect.any(String),
        productId,
        productName: `Odd thing ${sellers}`,
        appeal: "none",
      },
    ]);
    expect((await outcome(productId)).state).toBe("upheld");
    expect((await reporter.get("/api/decisions")).body.decisions).toEqual([]);
  });

  it("D41 to remove takes the listing and the words that only it had", async () => {
    const seller = await market.student("Wordy");
    const { _id: productId } = (await list(seller, { name: "Xylorimba zorptacular" })).body.product;
    const words = () =>
      market.parts.db.query(sql`select word from search_words where word like 'zorpta%'`);
    expect((await words()).length).toBe(1);
    const removed = await post(mod, `/api/moderation/products/${productId}/remove`, { note });
    expect(removed.body.decision).toMatchObject({ action: "remove", by: "Mod", productId });
    expect((await seller.get("/api/products/user")).body.products).toEqual([]);
    expect(await words()).toEqual([]);
    const known = await market.parts.db.query(sql`
      select from search_words where word = 'brakes'`);
    expect(known.length).toBe(1);
  });

  it("D19 D41 to suspend ends the session and takes every listing out, for its days", async () => {
    const { seller, productId, caseId } = await reported();
    const { body } = await decide(mod, caseId, { action: "suspend", note, days: 7 });
    const { days, until } = body.case.decision;
    expect(days).toBe(7);
    expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(7);
    expect((await seller.get("/api/saved")).body.code).toBe("account-suspended");
    expect(await isShown(productId)).toBe(false);
    const reinstated = await post(mod, `/api/moderation/users/${seller.userId}/reinstate`, {
      note,
    });
    expect(reinstated.body.decision.action).toBe("reinstate");
    expect(await isShown(productId)).toBe(true);
  });

  it("D41 is made once: of two moderators at the same moment the second is refused", async () => {
    const { caseId } = await reported();
    const answers = await Promise.all([
      decide(mod, caseId, { action: "warn", note }),
      decide(other, caseId, { action: "dismiss", note }),
      decide(other, caseId, { action: "hide", note }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      200, 409, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("already-decided");
    const made = await market.parts.db.query(sql`select from decisions where case_id = ${caseId}`);
    expect(made.length).toBe(1);
  });

  it("D41 sent twice under one key is answered twice alike", async () => {
    const { caseId } = await reported();
    const send = () =>
      post(
        mod,
        `/api/moderation/cases/${caseId}/decision`,
        { action: "warn", note },
        { "idempotency-key": `decide-${caseId}` },
      );
    const [first, again] = [await send(), await send()];
    expect([first.status, again.text]).toEqual([200, first.text]);
  });

  it.each([
    ["nothing", {}],
    ["an unknown action", { action: "ban", note }],
    ["no note", { action: "warn", note: " " }],
    ["a note that is too long", { action: "warn", note: "x".repeat(1001) }],
    ["half a day", { action: "suspend", note, days: 0.5 }],
    ["a member it does not know", { action: "suspend", note, day: 7 }],
  ])("D41 with %s is refused with the fields that are wrong", async (_, json) => {
    const { caseId } = await reported();
    const { status, body } = await decide(mod, caseId, json);
    expect([status, body.code]).toEqual([422, "invalid-fields"]);
    expect(body.errors.length).toBeGreaterThan(0);
  });

  it("D41 to hide a person is refused, and the case stays open", async () => {
    const { userId } = await market.student("Rude");
    await post(reporter, "/api/reports", { userId, reason: "offensive" });
    const { cases } = (await mod.get("/api/moderation/cases?limit=60")).body;
    const { id } = cases.find((one: { userId?: string }) => one.userId === userId);
    expect((await decide(mod, id, { action: "hide", note })).status).toBe(422);
    expect((await decide(mod, id, { action: "warn", note })).status).toBe(200);
  });

  it.each([
    ["cases/01994e50-0000-7000-8000-000000000000/decision", { action: "warn", note }, "case"],
    ["products/01994e50-0000-7000-8000-000000000000/hide", { note }, "product"],
    ["products/01994e50-0000-7000-8000-000000000000/restore", { note }, "product"],
    ["products/01994e50-0000-7000-8000-000000000000/remove", { note }, "product"],
    ["users/01994e50-0000-7000-8000-000000000000/suspend", { reason: note }, "user"],
    ["users/01994e50-0000-7000-8000-000000000000/reinstate", { note }, "user"],
    ["users/nobody/suspend", { reason: note }, "user"],
  ])("D41 on what is not there is refused: %s", async (path, json, what) => {
    const { status, body } = await post(mod, `/api/moderation/${path}`, json);
    expect([status, body.code]).toEqual([404, `${what}-not-found`]);
  });
});

describe("a moderator's note", () => {
  /** Tables with a row that contains the text. */
  const tablesWith = async (text: string) => {
    const read = snapshots(market.parts.db, await readTables(market.parts.db));
    const found = [...(await read()).entries()].filter(([, row]) =>
      JSON.stringify(row).includes(text),
    );
    return new Set(found.map(([id]) => id.split(" ")[0]));
  };

  it("R927 is stored with the decision, in the log and in the notice, and not with the listing or account", async () => {
    const { seller, productId, caseId } = await reported();
    const deleted = await reported();
    await deleted.seller.call("DELETE", `/api/products/${deleted.productId}`);
    const why = `Reason ${caseId}`;
    await decide(mod, deleted.caseId, { action: "hide", note: why });
    await post(mod, `/api/moderation/products/${productId}/hide`, { note: why });
    await decide(mod, caseId, { action: "suspend", note: why });
    expect(await tablesWith(why)).toEqual(new Set(["decisions", "moderation_log", "notices"]));
    expect((await seller.get("/api/saved")).body).toMatchObject({
      code: "account-suspended",
      reason: why,
    });
    const limited = await signedInAgain(market, seller);
    const [{ id: decisionId }] = (await limited.get("/api/decisions")).body.decisions;
    await post(limited, "/api/appeals", { decisionId, text: "I have the bill." });
    const { cases } = (await other.get("/api/moderation/cases?limit=60")).body;
    const appealed = cases.find((one: { productId?: string }) => one.productId === productId);
    await decide(other, appealed.id, { action: "suspend", note: "The decision stands." });
    expect((await limited.get("/api/saved")).body.reason).toBe(why);
    await post(mod, `/api/moderation/users/${seller.userId}/reinstate`, { note });
    await post(mod, `/api/moderation/users/${seller.userId}/suspend`, { reason: "Once more." });
    expect((await seller.get("/api/saved")).body.reason).toBe("Once more.");
  });
});

describe("an appeal", () => {
  const hidden = async () => {
    const made = await reported();
    await decide(mod, made.caseId, { action: "hide", note });
    const [decision] = (await made.seller.get("/api/decisions")).body.decisions;
    return { ...made, decisionId: decision.id as string };
  };
  const appeal = (who: TestStudent, decisionId: string) =>
    post(who, "/api/appeals", { decisionId, text: "I have the bill." });
  const appealCase = async (decisionId: string) => {
    const { cases } = (await other.get("/api/moderation/cases?limit=60")).body;
    return cases.find(
      (one: { appeal?: { against: { id: string } } }) => one.appeal?.against.id === decisionId,
    );
  };

  it("D42 R1107 R1111 is a case that another moderator decides; dismissing lifts the decision", async () => {
    const { seller, productId, decisionId } = await hidden();
    const { status, body } = await appeal(seller, decisionId);
    expect([status, body.message]).toEqual([
      201,
      "Your appeal was received. A moderator will look at it again.",
    ]);
    const open = await appealCase(decisionId);
    expect(open.appeal).toMatchObject({ text: "I have the bill.", against: { action: "hide" } });
    expect(open).not.toHaveProperty("forOthers");
    const { case: seen } = (await mod.get(`/api/moderation/cases/${open.id}`)).body;
    expect(seen.forOthers).toBe(true);
    const refused = await decide(mod, open.id, { action: "dismiss", note });
    expect([refused.status, refused.body.code]).toEqual([403, "other-moderator"]);
    await decide(other, open.id, { action: "dismiss", note: "You were right." });
    expect((await mod.get("/api/moderation/log?limit=1")).body.log[0].action).toBe("lift");
    expect(await isShown(productId)).toBe(true);
    const { decisions } = (await seller.get("/api/decisions")).body;
    expect(decisions.map(({ action, appeal }: Record<string, string>) => [action, appeal])).toEqual(
      [
        ["dismiss", "upheld"],
        ["hide", "upheld"],
      ],
    );
    expect((await outcome(productId)).state).toBe("dismissed");
  });

  it("R1104 that lifts a suspension tells the student that the account is open again", async () => {
    const { seller, caseId } = await reported();
    await decide(mod, caseId, { action: "suspend", note });
    const limited = await signedInAgain(market, seller);
    const [{ id: decisionId }] = (await limited.get("/api/decisions")).body.decisions;
    await appeal(limited, decisionId);
    const { id } = await appealCase(decisionId);
    await decide(other, id, { action: "dismiss", note: "You were right." });
    const { notices } = (await (await signedInAgain(market, seller)).get("/api/notices")).body;
    expect(notices.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining([
        "Your account is open again.",
        expect.stringMatching(/^A decision about you was lifted: .* You were right\.$/),
      ]),
    );
  });

  it("D42 that is refused changes nothing, and may not be made again", async () => {
    const { seller, productId, decisionId } = await hidden();
    const answers = await Promise.all([appeal(seller, decisionId), appeal(seller, decisionId)]);
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      201, 409,
    ]);
    const { id } = await appealCase(decisionId);
    await decide(other, id, { action: "hide", note: "It is still stolen." });
    expect(await isShown(productId)).toBe(false);
    const { decisions } = (await seller.get("/api/decisions")).body;
    for (const decision of decisions) {
      expect(decision.appeal).toBe("refused");
      expect((await appeal(seller, decision.id)).body.code).toBe("already-appealed");
    }
  });

  const removal = () => photoJobs(market.parts).find(({ name }) => name === removalJob);
  const filesOf = async (caseId: string) => {
    const [row] = await market.parts.db.query<{ files: string[] }>(sql`
      select files from cases where id = ${caseId}`);
    return row?.files ?? [];
  };
  const shownTo = async (who: TestStudent, caseId: string) =>
    (await who.get(`/api/moderation/cases/${caseId}`)).body.case;
  /** Status of each photo's answer. */
  const photos = async (caseId: string, images: { id: string }[]) => {
    const answers = images.map(({ id }) =>
      other.get(`/api/moderation/cases/${caseId}/photos/${id}`),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };

  it("R846 R847 shows photos, reports, the first decision and the listing as it is today, without the reporters' names", async () => {
    const { seller, productId, caseId, decisionId } = await hidden();
    const again = await formOf(
      { ...cycle, name: "Another thing", price: "99", existingImages: "[]" },
      ["#cc3311"],
    );
    expect((await seller.call("PUT", `/api/products/${productId}`, { form: again })).status).toBe(
      200,
    );
    const files = await filesOf(caseId);
    await removal()?.work({ files } as never);
    await appeal(seller, decisionId);
    const { id } = await appealCase(decisionId);
    const one = await shownTo(other, id);
    expect(one).toMatchObject({
      snapshot: { name: `Odd thing ${sellers}`, price: 3200, images: [{}] },
      reports: [{ reason: "scam", details: "Wants money first" }],
      appeal: { against: { action: "hide", note, by: "Mod" } },
      listing: { state: "hidden", name: "Another thing", price: 99, images: [{}] },
      concerned: { _id: seller.userId, suspended: false },
    });
    expect(one.listing.images[0].id).not.toBe(one.snapshot.images[0].id);
    expect(JSON.stringify(one)).not.toMatch(/Reporter/);
    const images = [...one.snapshot.images, ...one.listing.images];
    for (const each of [id, caseId]) expect(await photos(each, images)).toEqual([200, 200]);
    const [mine] = one.snapshot.images;
    for (const who of [seller, reporter, market.stranger])
      expect((await who.get(`/api/moderation/cases/${id}/photos/${mine.id}`)).status).toBe(404);
    const ofAnother = await reported();
    expect(await photos(ofAnother.caseId, [mine])).toEqual([404]);

    await seller.call("DELETE", `/api/products/${productId}`);
    const deleted = await shownTo(other, id);
    expect(deleted.listing).toMatchObject({ state: "deleted", name: "Another thing", price: 99 });
    expect(await photos(id, deleted.listing.images)).toEqual([200]);
    await post(mod, `/api/moderation/products/${productId}/remove`, { note });
    for (const each of [id, caseId]) await removal()?.work({ files: await filesOf(each) } as never);
    const gone = await shownTo(other, id);
    expect([gone.listing, gone.snapshot.name]).toEqual([{ state: "gone" }, one.snapshot.name]);
    expect(await photos(id, gone.snapshot.images)).toEqual([200]);
    await decide(other, id, { action: "dismiss", note });
    expect(await photos(id, gone.snapshot.images)).toEqual([200]);
  });

  it.each(["hide", "remove"])(
    "R846 against a decision to %s without a report shows what it was about",
    async (action) => {
      const seller = await market.student(`Direct-${action}`);
      const { _id: productId } = (await list(seller, { name: "Plain thing" })).body.product;
      await post(mod, `/api/moderation/products/${productId}/${action}`, { note });
      const [decision] = (await seller.get("/api/decisions")).body.decisions;
      expect(decision).toMatchObject({ action, productName: "Plain thing" });
      await appeal(seller, decision.id);
      const { id } = await appealCase(decision.id);
      await removal()?.work({ files: await filesOf(id) } as never);
      const one = await shownTo(other, id);
      expect(one).toMatchObject({
        snapshot: { name: "Plain thing", price: 3200 },
        reports: [],
        listing: { state: action === "hide" ? "hidden" : "gone" },
      });
      expect(await photos(id, one.snapshot.images)).toEqual([200]);
    },
  );

  it("R846 R842 against a suspension comes from the limited session; lifting it gives the account back", async () => {
    const { seller, productId, caseId } = await reported();
    await decide(mod, caseId, { action: "suspend", note, days: 7 });
    const limited = await signedInAgain(market, seller);
    const [decision] = (await limited.get("/api/decisions")).body.decisions;
    expect(decision).toMatchObject({
      action: "suspend",
      note,
      productName: `Odd thing ${sellers}`,
    });
    const sent = await appeal(limited, decision.id);
    expect(sent.status).toBe(201);
    expect((await appeal(limited, decision.id)).body.code).toBe("already-appealed");
    const { id } = await appealCase(decision.id);
    const one = await shownTo(other, id);
    expect(one).toMatchObject({
      reports: [{ reason: "scam" }],
      listing: { state: "unlisted" },
      concerned: { suspended: true, suspendedUntil: decision.until },
    });
    expect(await photos(id, one.snapshot.images)).toEqual([200]);
    await decide(other, id, { action: "dismiss", note: "You were right." });
    expect((await limited.get("/api/saved")).status).toBe(200);
    expect(await isShown(productId)).toBe(true);
  });

  it("R848 keeps its snapshot when the account is erased, without the name, until it is decided", async () => {
    const { seller, caseId, productId } = await reported();
    const name = `Seller-${sellers}`;
    await market.parts.db.query(sql`
      update cases set snapshot = snapshot || jsonb_build_object('description', ${`Ask ${name}`}::text) where id = ${caseId}`);
    await seller.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } });
    await market.parts.db.query(sql`
      update users set deleted_at = now() - interval '8 days' where id = ${seller.userId}`);
    await eraseDeletedAccounts(market.parts);
    const one = await shownTo(other, caseId);
    expect(one).toMatchObject({
      productId,
      snapshot: { name: `Odd thing ${sellers}`, description: "Ask deleted member" },
      listing: { state: "gone" },
    });
    const files = await filesOf(caseId);
    expect(await photos(caseId, one.snapshot.images)).toEqual([200]);
    await decide(other, caseId, { action: "suspend", note });
    await removal()?.work({ files } as never);
    expect((await shownTo(other, caseId)).snapshot).toBeNull();
    expect(await photos(caseId, one.snapshot.images)).toEqual([404]);
    expect(await market.parts.storage.open(files[0] ?? "")).toBeUndefined();
  });

  it("D42 against another student's decision finds none", async () => {
    const { decisionId } = await hidden();
    const { status, body } = await appeal(reporter, decisionId);
    expect([status, body.code]).toEqual([404, "decision-not-found"]);
  });

  it.each([{}, { decisionId: "01994e50-0000-7000-8000-000000000000" }, { text: "x" }])(
    "D42 with only %j is refused with the fields that are wrong",
    async (json) => {
      const { status, body } = await post(reporter, "/api/appeals", json);
      expect([status, body.code]).toEqual([422, "invalid-fields"]);
    },
  );
});

describe("what moderators see", () => {
  it("D43 R1107 is a log of who did what, why and about what, which the database refuses to change", async () => {
    const { caseId, productId, seller } = await reported();
    await decide(mod, caseId, { action: "warn", note });
    const [entry] = (await other.get("/api/moderation/log?limit=1")).body.log;
    expect(entry).toMatchObject({
      by: "Mod",
      action: "warn",
      note,
      caseId,
      productId,
      userId: seller.userId,
      about: expect.stringMatching(/^Odd thing \d+$/),
    });
    await post(mod, `/api/moderation/users/${seller.userId}/suspend`, { reason: "Insults." });
    expect((await other.get("/api/moderation/log?limit=1")).body.log[0].about).toMatch(
      /^Seller-\d+$/,
    );
    for (const statement of [
      sql`update moderation_log set note = ''`,
      sql`delete from moderation_log`,
      sql`truncate moderation_log`,
    ])
      await expect(market.owner.query(statement)).rejects.toThrow(/may only be added to/);
  });

  it("D40 are students by name or address, never by number", async () => {
    const asha = await market.student("Ashalata", { phone: "+919812300045" });
    const find = async (q: string) =>
      (await mod.get(`/api/moderation/users?q=${encodeURIComponent(q)}`)).body.users;
    const [found] = await find("shalat");
    expect(found).toMatchObject({ _id: asha.userId, email: "ashalata@cgu.example", listings: 0 });
    expect((await find("ASHALATA@cgu"))[0]._id).toBe(asha.userId);
    for (const q of ["98123", "%", "_____"]) expect(await find(q)).toEqual([]);
  });

  it("D40 is the description of all calls, theirs included", async () => {
    const { body } = await mod.get("/api/moderation/openapi.json");
    expect(body.paths["/api/moderation/cases"]).toBeDefined();
  });
});

describe("the operator at the command line", () => {
  it("D43 lists cases and decides them, and removes listings", async () => {
    const { caseId, productId, seller } = await reported();
    expect(await marketCommand(market, "cases")).toContain(`${caseId}  due `);
    const output = await marketCommand(
      market,
      ..."decide --action hide --note Stolen --case".split(" "),
      caseId,
    );
    expect(output).toBe(`Case ${caseId} is decided: hide.\n`);
    expect((await seller.get("/api/decisions")).body.decisions[0].note).toBe("Stolen");
    const [entry] = (await mod.get("/api/moderation/log?limit=1")).body.log;
    expect(entry).toMatchObject({ by: "operator", action: "hide" });
    const again = await marketCommand(
      market,
      ..."decide --action warn --note Stolen --case".split(" "),
      caseId,
    ).catch((error: { stderr: string }) => error.stderr);
    expect(again).toBe("This case has been decided meanwhile.\n");
    await marketCommand(market, "remove", "--item", productId, "--note", "Stolen");
    expect((await seller.get("/api/products/user")).body.products).toEqual([]);
  });
});
