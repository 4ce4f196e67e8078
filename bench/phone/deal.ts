import { untilHydrated } from "../../e2e/support/hydrated.ts";
import { Hand } from "../../e2e/support/hand.ts";
import { storedValue } from "../../e2e/support/students.ts";
import { pictureOf } from "../support/pictures.ts";
import { chatOpened, openSlowPhone, signIn } from "./slow-phone.ts";

/**
 * From a contact to a deal with feedback: the taps of each side, how long a hand needs and how long the phone.
 * @param letHoursPass moves the contact so many hours into the past
 */
export async function measureDeal(
  origin: string,
  slowdown: number,
  letHoursPass: (hours: number) => Promise<unknown>,
) {
  const [hers, his, visitors] = [
    await openSlowPhone(origin, slowdown),
    await openSlowPhone(origin, slowdown),
    await openSlowPhone(origin, slowdown),
  ];
  const steps: Record<string, { taps: number; "hand, s": number; "phone, s": number }> = {};
  const step = async (name: string, play: (hand: Hand) => Promise<void>) => {
    const hand = new Hand();
    const began = performance.now();
    await play(hand);
    const waited = (performance.now() - began) / 1_000;
    const round = (seconds: number) => Number(seconds.toFixed(1));
    steps[name] = { taps: hand.taps, "hand, s": round(hand.seconds), "phone, s": round(waited) };
  };
  try {
    const [seller, buyer, visitor] = [
      await hers.newPage(),
      await his.newPage(),
      await visitors.newPage(),
    ];
    for (const [page, name] of [
      [seller, "Nusrat Jahan"],
      [buyer, "Sujan Thapa"],
    ] as const) {
      await page.goto("/login", { waitUntil: "commit" });
      await signIn(page, new Hand(), name);
      await page.waitForURL((url) => url.pathname !== "/login");
    }
    const id = await list(origin, await storedValue(seller, "token"));
    await buyer.goto(`/item/${id}`);
    await untilHydrated(buyer.getByRole("button", { name: "Chat on WhatsApp" }));
    // The session has been restored.
    await buyer.getByRole("link", { name: /^Notices/ }).waitFor();
    await step("Sujan asks for the number", async (hand) => {
      await hand.tap(buyer.getByRole("button", { name: "Chat on WhatsApp" }));
      const chat = chatOpened(buyer);
      const card = buyer.getByRole("dialog", { name: "Before you chat" });
      await hand.tap(card.getByRole("button", { name: "Chat on WhatsApp" }));
      await chat;
    });
    await letHoursPass(4);
    // Another visit, because one visit has at most one prompt.
    const back = await his.newPage();
    await step("comes back and answers the strip", async (hand) => {
      await back.goto("/");
      const strip = back.getByRole("complementary", { name: "How did it go?" });
      await hand.tap(strip.getByRole("button", { name: "Yes" }));
      await hand.tap(strip.getByRole("button", { name: "Bought" }));
      await back.getByText("Thank you. We have asked Nusrat to confirm.").waitFor();
    });
    await step("Nusrat opens her notices", async (hand) => {
      await seller.goto("/");
      await hand.tap(seller.getByRole("link", { name: /^Notices, \d+ unread$/ }));
      await seller.getByRole("article").filter({ hasText: "Sold to Sujan? Red cycle" }).waitFor();
    });
    await step("and marks it sold", async (hand) => {
      const question = seller.getByRole("article").filter({ hasText: "Sold to Sujan? Red cycle" });
      await hand.tap(question.getByRole("button", { name: "Yes, sold" }));
      await seller.getByRole("article").filter({ hasText: "Deal with Sujan: Red cycle" }).waitFor();
    });
    await step("Nusrat gives feedback", async (hand) => {
      const how = seller.getByRole("article").filter({ hasText: "Deal with Sujan: Red cycle" });
      await hand.tap(how.getByRole("button", { name: "All went well" }));
      await how.getByRole("button").waitFor({ state: "detached" });
    });
    await step("Sujan gives feedback", async (hand) => {
      await back.goto("/");
      await hand.tap(back.getByRole("link", { name: /^Notices, \d+ unread$/ }));
      const how = back
        .getByRole("article")
        .filter({ hasText: "Nusrat confirmed the deal: Red cycle" });
      await hand.tap(how.getByRole("button", { name: "All went well" }));
      await how.getByRole("button").waitFor({ state: "detached" });
    });
    await step("a visitor reads the seller's line", async () => {
      await visitor.goto(`/item/${id}`);
      await visitor.getByText(/deals?, all good/).waitFor();
    });
    return steps;
  } finally {
    for (const device of [hers, his, visitors]) await device.close();
  }
}

/** Lists a product without the phone. @returns its id */
async function list(origin: string, token: string | null): Promise<string> {
  const form = new FormData();
  const fields = {
    name: "Red cycle",
    price: "3200",
    description: "Rides well",
    address: "Gate 2",
    locationType: "On-Campus",
    category: "Mobility & Transport",
    condition: "Used - Good",
  };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("images", new Blob([new Uint8Array(await pictureOf(1))]), "photo.jpg");
  const answer = await fetch(`${origin}/api/products/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { product } = (await answer.json()) as { product: { _id: string } };
  return product._id;
}
