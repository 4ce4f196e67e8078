import type { Page } from "@playwright/test";
import type { newcomer } from "./students.ts";

/** Reports so many listings of others as the student who is signed in. */
export async function reportListings(page: Page, count: number): Promise<number> {
  return page.evaluate(async (most) => {
    const token = localStorage.getItem("token");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const products: { _id: string }[] = await (await fetch("/api/products?limit=60")).json();
    let sent = 0;
    for (const { _id: productId } of products) {
      if (sent === most) break;
      const body = JSON.stringify({ productId, reason: "misleading", details: "Looks too new" });
      const { status } = await fetch("/api/reports", { method: "POST", headers, body });
      if (status === 201) sent += 1;
    }
    return sent;
  }, count);
}

/** A listing that the student who is signed in does not sell. @returns its id */
export async function listingOfAnother(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { _id: own } = JSON.parse(localStorage.getItem("user") ?? "{}") as { _id: string };
    const products: { _id: string; seller: { _id: string } }[] = await (
      await fetch("/api/products")
    ).json();
    return products.find(({ seller }) => seller._id !== own)?._id ?? "";
  });
}

/** Registers as a client does that knows only the specification. */
export async function registerPlainly(page: Page, { name, email }: ReturnType<typeof newcomer>) {
  const choice = await page.request.get("/api/auth/start");
  await page.request.post(choice.url(), { form: { email, name } });
  await page.goto("/healthz");
  return page.evaluate(async () => {
    const issued = await fetch("/api/auth/token", {
      method: "POST",
      headers: { "x-requested-with": "campus-marketplace" },
    });
    const { token } = (await issued.json()) as { token: string };
    const { status } = await fetch("/api/auth/google-register", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        phone: "+919876543210",
        course: "B.Tech",
        semester: "3rd Semester",
        country: "India",
      }),
    });
    localStorage.setItem("account", "yes");
    return status;
  });
}
