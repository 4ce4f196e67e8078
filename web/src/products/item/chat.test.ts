import type { Product } from "@market/contract/products/product";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endSession, startSession } from "../../identity/session.ts";
import { watchConnection } from "../../browser/connection.ts";
import { openBrowser, tokenOf } from "../../test/browser.ts";
import { startChat } from "./chat.ts";

const navigator = { onLine: true };
let tellOnline: (isOnline: boolean) => void;
let stop: () => void;

const seller = "019aa5c0-7d3e-7000-8000-00000000000a";
const buyer = "019aa5c0-7d3e-7000-8000-00000000000b";
const cycle: Product = {
  _id: "019aa5c0-7d3e-7000-8000-000000000001",
  code: "abcdefg",
  name: "Hero cycle & lock",
  price: 3200,
  description: "Chalti hai.",
  images: [],
  createdAt: "2026-11-20T08:00:00.000Z",
  seller: { _id: seller, phone: null },
  isSold: false,
  category: "Mobility & Transport",
  condition: "Used - Good",
  locationType: "On-Campus",
  address: null,
  version: 1,
};
const withPhone =
  (phone: string | null, change: Partial<Product> = {}) =>
  () =>
    Response.json({
      success: true,
      message: "Product found",
      product: { ...cycle, ...change, seller: { _id: seller, phone } },
    });
const refusal = (status: number, code: string, message: string) => () =>
  Response.json({ success: false, status, code, message }, { status });

let requests: { address: string; authorization: string | null }[];
let answer: () => Response;
/** The windows that were opened, with what became of them. */
let windows: {
  opener: unknown;
  location: { assign: (address: string) => void };
  address?: string;
  isClosed: boolean;
  close: () => void;
}[];
let ownTab: string | undefined;

function browser({ blocks = false } = {}) {
  requests = [];
  windows = [];
  ownTab = undefined;
  const { events } = openBrowser(async (input, init) => {
    if (input === "/healthz") return new Response(null);
    requests.push({
      address: input as string,
      authorization: new Headers(init?.headers).get("authorization"),
    });
    return answer();
  });
  vi.stubGlobal("navigator", navigator);
  tellOnline = (isOnline) => {
    navigator.onLine = isOnline;
    events.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  };
  vi.stubGlobal("window", {
    location: { assign: (address: string) => (ownTab = address) },
    open: () => {
      if (blocks) return null;
      const opened: (typeof windows)[number] = {
        opener: "this page",
        location: { assign: (address) => (opened.address = address) },
        isClosed: false,
        close: () => (opened.isClosed = true),
      };
      windows.push(opened);
      return opened;
    },
  });
}

function signIn(_id: string) {
  const token = tokenOf("identity", Date.now() / 1000);
  const account = { email: "rohan@cgu.example", displayName: "Rohan Mehta", photoURL: null };
  startSession(token, {
    _id,
    name: "Rohan Mehta",
    phone: "+916100000012",
    course: "B.Tech",
    semester: "7th Semester",
    country: "India",
    bio: "",
    avatar: "adventurer",
    gender: "male",
    ...account,
  });
  return token;
}

beforeEach(() => {
  browser();
  stop = watchConnection();
});
afterEach(() => {
  tellOnline(true);
  stop();
  endSession("choice");
  vi.unstubAllGlobals();
});

describe("startChat", () => {
  it("R454 R455 gives the window the link with the full number, cut off from the page", async () => {
    const token = signIn(buyer);
    answer = withPhone("+919876543210");
    const chat = startChat(cycle, "buy");
    expect(windows).toHaveLength(1);
    expect(windows[0]?.opener).toBeNull();
    expect(windows[0]?.address).toBeUndefined();
    expect(await chat).toEqual({ is: "opened" });
    expect(windows[0]?.address).toBe(
      "https://wa.me/919876543210?text=interested%20in%20buying%20Hero%20cycle%20%26%20lock",
    );
    expect(requests).toEqual([
      { address: `/api/products/${cycle._id}`, authorization: `Bearer ${token}` },
    ]);
  });

  it("R456 adds 91 to an older ten-digit number", async () => {
    signIn(buyer);
    answer = withPhone("9123456789");
    await startChat(cycle, "buy");
    expect(windows[0]?.address).toMatch(/^https:\/\/wa\.me\/919123456789\?/);
  });

  it("Q69 goes on in the same tab when the window is blocked", async () => {
    browser({ blocks: true });
    signIn(buyer);
    answer = withPhone("+6591234567");
    expect(await startChat(cycle, "home")).toEqual({ is: "opened" });
    expect(ownTab).toMatch(/^https:\/\/wa\.me\/6591234567\?/);
  });

  it("R412 opens nothing and sends nothing while signed out", async () => {
    expect(await startChat(cycle, "home")).toEqual({ is: "signed-out" });
    expect(requests).toEqual([]);
    expect(windows).toEqual([]);
  });

  it("R415 refuses a chat with oneself without asking for the phone", async () => {
    signIn(seller);
    expect(await startChat(cycle, "buy")).toEqual({ is: "own", message: "This is your product." });
    expect(requests).toEqual([]);
    expect(windows).toEqual([]);
  });

  it("R474 reports a missing contact on the home page by a toast", async () => {
    signIn(buyer);
    answer = withPhone(null);
    const outcome = await startChat(cycle, "home");
    expect(outcome).toEqual({
      is: "failed",
      message: "Seller contact unavailable",
      isAlert: false,
    });
    expect(windows[0]?.isClosed).toBe(true);
  });

  it("R475 reports a missing contact on the buy page by an alert", async () => {
    signIn(buyer);
    answer = withPhone(null);
    const outcome = await startChat(cycle, "buy");
    expect(outcome).toEqual({
      is: "failed",
      message: "Seller contact information is not available",
      isAlert: true,
    });
  });

  it("Q38 shows the sentence of the answer over the quota", async () => {
    signIn(buyer);
    answer = refusal(
      429,
      "contact-limit",
      "You have asked for many contacts. Please try again later.",
    );
    const outcome = await startChat(cycle, "buy");
    expect(outcome).toEqual({
      is: "failed",
      message: "You have asked for many contacts. Please try again later.",
      isAlert: false,
    });
    expect(windows[0]?.isClosed).toBe(true);
  });

  it.each([
    ["the server fails", refusal(500, "internal", "Something went wrong on our side.")],
    ["the number has no digits", withPhone("+")],
    [
      "the call breaks off",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
  ])("R476 says that WhatsApp cannot be opened when %s", async (_, failing) => {
    signIn(buyer);
    answer = failing;
    const outcome = await startChat(cycle, "buy");
    expect(outcome).toEqual({
      is: "failed",
      message: "Unable to open WhatsApp. Please try again later.",
      isAlert: false,
    });
  });

  it("says that there is no network, and opens no window, when that is known", async () => {
    signIn(buyer);
    tellOnline(false);
    expect(await startChat(cycle, "buy")).toEqual({
      is: "failed",
      message: "You are offline. Please try again when you are connected.",
      isAlert: false,
    });
    expect([requests, windows]).toEqual([[], []]);
  });

  it("says so too when the network turns out to be away", async () => {
    signIn(buyer);
    answer = () => {
      navigator.onLine = false;
      throw new TypeError("offline");
    };
    expect(await startChat(cycle, "buy")).toMatchObject({
      message: "You are offline. Please try again when you are connected.",
    });
    expect(windows.map(({ isClosed }) => isClosed)).toEqual([true]);
  });

  it("Q78 distinguishes a product that is gone or just sold from an available one", async () => {
    signIn(buyer);
    answer = refusal(404, "product-not-found", "Product not found");
    expect(await startChat(cycle, "buy")).toEqual({ is: "gone", message: "Product not found" });
    answer = withPhone("+919876543210", { isSold: true });
    expect(await startChat(cycle, "buy")).toEqual({
      is: "sold",
      message: "This item has just been sold.",
    });
    expect(windows.map(({ address, isClosed }) => [address, isClosed])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
  });
});

describe("startChat where buyers ask first", () => {
  const asking: Product = { ...cycle, contact: "ask" };
  const answers = (...replies: Partial<Product>[]) => {
    const [first] = replies;
    answer = () =>
      requests.length === 1
        ? withPhone(null, { contact: "ask", ...first })()
        : Response.json(
            {
              success: true,
              request: {
                id: cycle._id,
                productId: cycle._id,
                name: cycle.name,
                with: "Asha",
                state: "open",
                createdAt: cycle.createdAt,
              },
            },
            { status: 201 },
          );
  };

  it("R1203 asks the seller, and opens no window", async () => {
    signIn(buyer);
    answers({ request: "none" });
    expect(await startChat(asking, "buy")).toEqual({ is: "asked", state: "open", isNew: true });
    expect(requests.map(({ address }) => address)).toEqual([
      `/api/products/${cycle._id}`,
      `/api/contact-requests/${cycle._id}`,
    ]);
    expect(windows).toEqual([]);
  });

  it.each(["open", "refused", "expired"] as const)(
    "R1203 says that a request is %s, and sends no other",
    async (state) => {
      signIn(buyer);
      answers({ request: state });
      expect(await startChat(asking, "buy")).toEqual({ is: "asked", state, isNew: false });
      expect(requests).toHaveLength(1);
    },
  );

  it("R1203 opens the chat once the number is shared", async () => {
    signIn(buyer);
    answer = withPhone("+919876543210", { contact: "ask", request: "shared" });
    expect(await startChat(asking, "buy")).toEqual({ is: "opened" });
    expect(windows[0]?.address).toMatch(/^https:\/\/wa\.me\/919876543210\?/);
  });

  it("R1203 closes the window of a listing whose seller has chosen meanwhile", async () => {
    signIn(buyer);
    answers({ request: "none" });
    expect(await startChat(cycle, "buy")).toMatchObject({ is: "asked", state: "open" });
    expect(windows.map(({ isClosed }) => isClosed)).toEqual([true]);
  });
});
