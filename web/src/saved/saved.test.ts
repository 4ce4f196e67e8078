import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, tokenOf } from "../test/browser.ts";

const id = (n: number) => `01930000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const asha = { _id: id(900), displayName: "Asha", email: "asha@cgu.example" };
const rohan = { ...asha, _id: id(901), displayName: "Rohan" };

type SentRequest = { sent: string; answer: (response: Response) => void; fail: () => void };
let requests: SentRequest[];
let browser: ReturnType<typeof openBrowser>;
const refusal = (status: number, code: string, message: string) =>
  Response.json({ success: false, status, code, message }, { status });
const done = () => new Response(null, { status: 204 });

beforeEach(() => {
  vi.resetModules();
  requests = [];
  browser = openBrowser((input, init) => {
    if (input === "/healthz") return Promise.resolve(new Response("ok"));
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    requests.push({
      sent: `${init?.method} ${input as string}`,
      answer: resolve,
      fail: () => reject(new TypeError("offline")),
    });
    return promise;
  });
  Object.assign(location, { pathname: "/", search: "" });
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The page with its modules loaded afresh, and this student signed in. */
async function openPage(user?: typeof asha) {
  const session = await import("../identity/session.ts");
  const saved = await import("./saved.ts");
  const actions = await import("./saved-actions.ts");
  const { toast } = await import("../ui/toast.ts");
  const said = vi.spyOn(toast, "error");
  const token = tokenOf("asha", Math.floor(Date.now() / 1000));
  if (user) session.startSession(token, user as never);
  else session.settleSignedOut();
  const ids = () => [...saved.savedIds()];
  return { ...saved, ...actions, ids, said, toast, session };
}
const next = async (count: number) => {
  await vi.waitFor(() => expect(requests).toHaveLength(count), 300_000);
  return requests[count - 1] as SentRequest;
};

describe("saved products in the browser", () => {
  it("show immediately, and stay when the account agrees", async () => {
    const page = await openPage(asha);
    const saving = page.setSaved(id(1), true);
    const call = await next(1);
    expect(page.ids()).toEqual([id(1)]);
    expect(call.sent).toBe(`PUT /api/saved/${id(1)}`);
    call.answer(done());
    expect(await saving).toBe("done");
    expect(page.ids()).toEqual([id(1)]);
    expect(page.said).not.toHaveBeenCalled();
  });

  it.each([
    [
      "a refusal",
      (call: SentRequest) =>
        call.answer(refusal(422, "saved-full", "You can save 100 items at most.")),
      "You can save 100 items at most.",
    ],
    [
      "a fault of the server",
      (call: SentRequest) =>
        call.answer(refusal(500, "internal", "Something went wrong on our side.")),
      "This could not be saved. Please try again.",
    ],
    [
      "no network",
      (call: SentRequest) => call.fail(),
      "This could not be saved. Please try again.",
    ],
  ])("are undone and reported after %s", async (_name, end, sentence) => {
    const page = await openPage(asha);
    const saving = page.setSaved(id(1), true);
    end(await next(1));
    expect(await saving).toBe("done");
    expect(page.ids()).toEqual([]);
    expect(page.said).toHaveBeenCalledExactlyOnceWith(sentence);
  });

  it("come back when taking them off fails", async () => {
    const page = await openPage(asha);
    page.storeSavedIds([id(1), id(2)]);
    const taking = page.setSaved(id(1), false);
    const call = await next(1);
    expect(call.sent).toBe(`DELETE /api/saved/${id(1)}`);
    expect(page.ids()).toEqual([id(2)]);
    call.fail();
    await taking;
    expect(page.ids().toSorted()).toEqual([id(1), id(2)]);
    expect(page.said).toHaveBeenCalledExactlyOnceWith(
      "This could not be removed from your saved items. Please try again.",
    );
  });

  it("follow quick taps one after the other, and the last one stands", async () => {
    const page = await openPage(asha);
    const first = page.setSaved(id(1), true);
    const second = page.setSaved(id(1), false);
    (await next(1)).fail();
    const call = await next(2);
    expect(call.sent).toBe(`DELETE /api/saved/${id(1)}`);
    call.answer(done());
    await Promise.all([first, second]);
    expect(page.ids()).toEqual([]);
    expect(page.said).not.toHaveBeenCalled();
  });

  it("are brought up to date, without forgetting a tap that is under way", async () => {
    const page = await openPage(asha);
    page.storeSavedIds([id(1)]);
    const saving = page.setSaved(id(3), true);
    const put = await next(1);
    const refreshing = page.refreshSaved();
    (await next(2)).answer(Response.json({ success: true, ids: [id(2)] }));
    await refreshing;
    expect(page.ids().toSorted()).toEqual([id(2), id(3)]);
    put.answer(done());
    await saving;
    expect(page.ids().toSorted()).toEqual([id(2), id(3)]);
  });

  it("belong to one student on a shared device, and are the same in every tab", async () => {
    const page = await openPage(asha);
    page.storeSavedIds([id(1)]);
    page.session.startSession(tokenOf("rohan", Math.floor(Date.now() / 1000)), rohan as never);
    expect(page.ids()).toEqual([]);
    browser.localStorage.setItem("saved", JSON.stringify({ by: rohan._id, ids: [id(5)] }));
    expect(page.ids()).toEqual([id(5)]);
  });

  it.each(["", "{", "null", "7", `{"by":"${asha._id}"}`, `{"by":"${asha._id}","ids":"all"}`])(
    "are none when the device holds %j",
    async (text) => {
      browser.localStorage.setItem("saved", text);
      expect((await openPage(asha)).ids()).toEqual([]);
    },
  );

  it("a visitor's wish waits for the sign-in, and brings him back to its page", async () => {
    const page = await openPage();
    location.pathname = "/item/7";
    expect(await page.setSaved(id(4), true)).toBe("signed-out");
    expect(requests).toEqual([]);
    expect(sessionStorage.getItem("wanted-page")).toBe("/item/7");
    page.session.startSession(tokenOf("asha", Math.floor(Date.now() / 1000)), asha as never);
    const shown = vi.spyOn(page.toast, "success");
    const refreshing = page.refreshSaved();
    (await next(1)).answer(Response.json({ success: true, ids: [id(1)] }));
    const call = await next(2);
    expect(call.sent).toBe(`PUT /api/saved/${id(4)}`);
    call.answer(done());
    await refreshing;
    expect(page.ids().toSorted()).toEqual([id(1), id(4)]);
    expect(shown).toHaveBeenCalledExactlyOnceWith("Saved for you.");
    await Promise.all([page.refreshSaved(), next(3).then(({ fail }) => fail())]);
    expect(requests).toHaveLength(3);
  });

  it("are all with the account before its list is requested", async () => {
    const page = await openPage();
    await page.setSaved(id(4), true);
    page.session.startSession(tokenOf("asha", Math.floor(Date.now() / 1000)), asha as never);
    let isSettled = false;
    const refreshing = page.refreshSaved();
    const settled = page.savesSettled().then(() => (isSettled = true));
    (await next(1)).answer(Response.json({ success: true, ids: [] }));
    const wish = await next(2);
    expect(wish.sent).toBe(`PUT /api/saved/${id(4)}`);
    const tap = page.setSaved(id(5), true);
    const tapped = await next(3);
    wish.answer(done());
    await refreshing;
    expect(isSettled).toBe(false);
    tapped.answer(done());
    await Promise.all([tap, settled]);
    expect(isSettled).toBe(true);
  });

  it("a wish from the home page needs no way back", async () => {
    const page = await openPage();
    await page.setSaved(id(4), true);
    expect(sessionStorage.getItem("wanted-page")).toBeNull();
  });
});
