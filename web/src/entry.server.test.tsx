import type { PageData } from "@market/contract/pages";
import { protectedPages, publicPages } from "@market/contract/pages";
import type { Product } from "@market/contract/products";
import { describe, expect, it } from "vitest";
import { render } from "./entry.server.tsx";

const origin = "http://localhost:3150";
const cycle: Product = {
  _id: "01930000-0000-7000-8000-000000000001",
  name: "Red <cycle> & lock",
  price: 140000,
  description: "Seven gears",
  images: [
    {
      id: "01930000-0000-7000-8000-000000000005",
      url: "/photos/a-1280.webp",
      width: 960,
      height: 1280,
      thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
      color: "#c9d8b6",
      sources: [
        { type: "image/webp", width: 320, url: "/photos/a-320.webp" },
        { type: "image/avif", width: 320, url: "/photos/a-320.avif" },
      ],
    },
  ],
  createdAt: "2026-11-19T10:00:00.000Z",
  seller: { _id: "01930000-0000-7000-8000-000000000009", phone: null },
  isSold: false,
  category: "Mobility & Transport",
  condition: "Used - Good",
  locationType: "nearby",
  address: null,
  version: 1,
};
const campus = {
  name: "CGU",
  contactEmail: "help@cgu.example",
  partnerEmail: "partner@cgu.example",
  links: {
    instagram: "https://instagram.com/cgu",
    linkedin: "https://linkedin.com/company/cgu",
    chat: "https://chat.example/cgu",
  },
  cartCurrency: "$",
  busyNotice: "auto" as const,
};
const data: PageData = {
  campus,
  renderedAt: "2026-11-21T12:00:00.000Z",
  home: { featured: [cycle], latest: [] },
};
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

const addresses = [...publicPages, ...protectedPages, "/no-such-page"].map((page) =>
  page.replace(/\{\w+\}/, cycle._id),
);

it.each(["/", "/home"])("the cards of %s lead to the product's own page", async (path) => {
  const { html } = await render(origin + path, data);
  const links = html.match(/<a [^>]*class="card [^>]*>/g) ?? [];
  expect(links.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([`/item/${cycle._id}`]);
});

describe.each(addresses)("the document of %s", (path) => {
  it("has one main and one h1", async () => {
    const { html } = await render(origin + path, data);
    expect(count(html, /<main[\s>]/g)).toBe(1);
    expect(count(html, /<h1[\s>]/g)).toBe(1);
  });

  it("has no inline script, style or handler", async () => {
    const { html } = await render(origin + path, data);
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  });

  it("describes itself", async () => {
    const { head } = await render(origin + path, data);
    expect(head.title).toMatch(/ · CGU Marketplace$/);
    expect(head.description.length).toBeGreaterThan(30);
  });

  it("is rendered for a signed-out visitor, with the bar still neutral", async () => {
    const { html } = await render(origin + path, data);
    expect(html).not.toContain("Sign up</a>");
    expect(html).not.toContain("Log Out");
  });

  it("R049 has one place for notifications", async () => {
    const { html } = await render(origin + path, data);
    expect(count(html, /aria-label="Notifications"/g)).toBe(1);
  });
});

describe("statuses", () => {
  it("answers unknown addresses with the 404 page", async () => {
    const { status, head } = await render(`${origin}/no-such-page`, data);
    expect(status).toBe(404);
    expect(head.hidden).toBe(true);
  });

  it.each(["/", "/buy", "/login"])("answers %s with 200", async (path) => {
    expect((await render(origin + path, data)).status).toBe(200);
  });
});

describe("the shell", () => {
  it("R044 shows Loading... on protected pages", async () => {
    expect((await render(`${origin}/buy`, data)).html).toContain("Loading...");
  });

  it("R052 to R054 links to home, buy and sell, R064 with the active one marked", async () => {
    const { html } = await render(`${origin}/home`, data);
    for (const path of ["/home", "/buy", "/sell", "/profile"])
      expect(html).toContain(`href="${path}"`);
    expect(html).toMatch(
      /aria-current="page"[^>]*href="\/home"|href="\/home"[^>]*aria-current="page"/,
    );
  });

  it("R018 R019 R073 to R085 has the footer's links, a social media and a professional network page among them; Q06 unset ones are not shown", async () => {
    const page = await render(`${origin}/about`, data);
    const html = page.html.slice(page.html.indexOf("<footer"));
    for (const path of [
      "/about",
      "/how-it-works",
      "/community-guidelines",
      "/terms",
      "/privacy",
      "/register",
    ]) {
      expect(html).toContain(`href="${path}"`);
    }
    expect(html).toContain('href="mailto:help@cgu.example"');
    expect(html).toContain('href="mailto:partner@cgu.example"');
    expect(html).toContain('href="https://instagram.com/cgu"');
    expect(html).toContain('href="https://linkedin.com/company/cgu"');
    expect(html).toContain("Community chat");
    for (const unset of ["Careers", "Report an issue"]) expect(html).not.toContain(unset);
    const links = await render(`${origin}/about`, { ...data, campus: { ...campus, links: {} } });
    for (const unset of ["Instagram", "LinkedIn", "Follow", "Join Us"])
      expect(links.html).not.toContain(unset);
    expect(links.html).toContain("Contact us");
  });
});

describe("the pages that only tell", () => {
  const textOf = async (path: string) => (await render(origin + path, data)).html;

  it("R014 R015 R209 to R216 About Us", async () => {
    const html = await textOf("/about");
    for (const text of [
      "About Us",
      "Our mission",
      "hand a cycle, a lamp or a textbook to the next student",
      "Centralized Platform",
      "Trusted Community",
      "verified profiles",
      "reviews by fellow students",
      "Easy and Fast Transactions",
      "Safe and Transparent Deals",
      "Why we built it",
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toMatch(/<a href="https:\/\/instagram.com\/cgu"[^>]*>Join Us/);
  });

  it("R217 to R221 How it works", async () => {
    const html = await textOf("/how-it-works");
    for (const text of [
      "Sign Up &amp; Verify",
      "Browse Listings",
      "Sell an Item",
      "Connect &amp; Trade",
      "₹<!-- -->0",
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toMatch(/href="\/buy"[^>]*>Browse Listings/);
  });

  it("R222 to R226 Community guidelines", async () => {
    const html = await textOf("/community-guidelines");
    for (const text of [
      "Be Respectful",
      "No Scams or Fraud",
      "Meet Safely",
      "No Prohibited Items",
      "Report Misuse",
    ]) {
      expect(html).toContain(text);
    }
  });

  it("R227 to R233 Terms and Conditions", async () => {
    const html = await textOf("/terms");
    for (const text of [
      "drugs, alcohol and tobacco",
      "Weapons, explosives",
      "fake degrees, IDs or assignments",
      "hacking tools or malware",
      "university policy or local law",
      "suspension or termination",
      "delete your data",
    ]) {
      expect(html).toContain(text);
    }
  });

  it("R234 the Privacy Policy is dated", async () => {
    expect(await textOf("/privacy")).toContain("20 Mar 2025");
  });
});

describe("the registration page", () => {
  it.each(["/register", "/Register"])(
    "Q13 has no bottom bar over its button at %s",
    async (path) => {
      expect((await render(origin + path, data)).html).not.toContain('aria-label="Quick"');
      expect((await render(`${origin}/login`, data)).html).toContain('aria-label="Quick"');
    },
  );
});

describe("the home page", () => {
  it("R089 leads visitors from the carousel to the login page", async () => {
    const { html } = await render(`${origin}/`, data);
    expect(html.slice(html.indexOf("carousel"), html.indexOf("Your campus"))).toContain(
      'href="/login"',
    );
  });

  it("R090 to R093 has its title and tiles, of which REQUEST leads nowhere", async () => {
    const { html } = await render(`${origin}/`, data);
    expect(html).toContain("Your campus, Your Marketplace !");
    const request = html.slice(
      html.lastIndexOf("<li>", html.indexOf("REQUEST")),
      html.indexOf("REQUEST"),
    );
    expect(request).not.toContain("href");
    expect(html).toContain("Soon");
  });

  it("R094 to R100 has both grids with their badges and the way to all products", async () => {
    const { html } = await render(`${origin}/`, {
      ...data,
      home: { featured: [cycle], latest: [cycle] },
    });
    for (const text of [
      "Featured Products",
      "Top Picks",
      "Latest Products",
      "Just Arrived",
      "View All Products",
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("₹1,40,000");
    expect(html).toContain("2 days ago");
    expect(html).toContain("Red &lt;cycle&gt; &amp; lock");
  });

  it("Q16 offers to list something where a grid is empty", async () => {
    expect((await render(`${origin}/`, data)).html).toContain("Be the first to list something");
  });

  it("sends AVIF before WebP, and no phone", async () => {
    const page = await render(`${origin}/`, data);
    expect(page.html.indexOf("image/avif")).toBeLessThan(page.html.indexOf("image/webp"));
    expect(page.modules).toEqual(["src/pages/home.tsx"]);
    expect(JSON.stringify(page.data)).toContain('"phone":null');
  });
});
