import type { PageData } from "@market/contract/pages/pages";
import { protectedPages, publicPages } from "@market/contract/pages/pages";
import type { Product } from "@market/contract/products/product";
import { describe, expect, it } from "vitest";
import { render } from "./entry.server.tsx";

const origin = "http://localhost:3150";
const cycle: Product = {
  _id: "01930000-0000-7000-8000-000000000001",
  code: "abcdefg",
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
  providerName: "Google",
  partnerEmail: "partner@cgu.example",
  grievanceEmail: "help@cgu.example",
  eraseAfterDays: 7,
  links: {
    instagram: "https://instagram.com/cgu",
    linkedin: "https://linkedin.com/company/cgu",
    chat: "https://chat.example/cgu",
  },
  cartCurrency: "$",
  meetingPlaces: [],
  busyNotice: "auto" as const,
};
const data: PageData = {
  campus,
  renderedAt: "2026-11-21T12:00:00.000Z",
  home: { featured: [cycle], latest: [] },
  transparency: [],
  news: { days: 7, products: [cycle] },
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

  it.each([
    ["R052", "/home"],
    ["R053", "/buy"],
    ["R054", "/sell"],
    ["R055", "/profile"],
  ])("%s links to %s", async (_, path) => {
    const { html } = await render(`${origin}/about`, data);
    expect(html.slice(0, html.indexOf("<main"))).toContain(`href="${path}"`);
  });

  it("R064 marks the active link alone", async () => {
    const { html } = await render(`${origin}/home`, data);
    const links = html.slice(0, html.indexOf("<main")).match(/<a [^>]*aria-current="page"[^>]*>/g);
    expect(new Set(links?.map((link) => /href="([^"]*)"/.exec(link)?.[1]))).toEqual(
      new Set(["/home"]),
    );
  });
});

describe("the footer", () => {
  const footer = async (links: PageData["campus"]["links"]) => {
    const { html } = await render(`${origin}/credits`, { ...data, campus: { ...campus, links } });
    return html.slice(html.indexOf("<footer"));
  };
  const all = {
    ...campus.links,
    issues: "https://chat.example/cgu-issues",
    careers: "https://forms.example/cgu",
  };

  it.each([
    ["R073", "/about", "About Us"],
    ["R074", "/how-it-works", "How it works"],
    ["R075", "/community-guidelines", "Community guidelines"],
    ["R076", "/terms", "Terms and Conditions"],
    ["R077", "/privacy", "Privacy Policy"],
    ["R078", "/register", "Register"],
    ["R079", all.issues, "Report an issue"],
    ["R080", all.careers, "Careers"],
    ["R081", "mailto:help@cgu.example", "Contact us"],
    ["R082", "mailto:partner@cgu.example", "Partner with us"],
    ["R018 R083", all.instagram, "Instagram"],
    ["R019 R084", all.linkedin, "LinkedIn"],
    ["R085", all.chat, "Community chat"],
  ])("%s links to %s", async (_, address, words) => {
    const links = (await footer(all)).match(/<a [^>]*>.*?<\/a>/g) ?? [];
    const link = links.find((each) => each.includes(`href="${address}"`));
    expect(link).toContain(words);
  });

  it("Q06 shows no link that is not set", async () => {
    const html = await footer({});
    for (const unset of ["Instagram", "LinkedIn", "Community chat", "Careers", "Report an issue"])
      expect(html).not.toContain(unset);
    expect(html).toContain("Contact us");
    const about = await render(`${origin}/about`, { ...data, campus: { ...campus, links: {} } });
    expect(about.html).not.toContain("Join Us");
  });
});

describe("the pages that only tell", () => {
  const mainOf = async (path: string) => {
    const { html } = await render(origin + path, data);
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    return main.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  };

  it.each([
    ["R002", "/terms", "You must belong to the university community"],
    ["R007", "/terms", "Deals are made directly between buyer and seller"],
    ["R008", "/terms", "We do not facilitate payments"],
    ["R009", "/terms", "do not mediate disputes"],
    ["R010 R509", "/how-it-works", ">₹0</span>"],
    ["R010", "/how-it-works", "Early-bird offer"],
    ["R012", "/terms", "there is no paid feature and no paid place in any list"],
    ["R013", "/about", "free, nonprofit, and run by a small, self-funded team"],
    ["R014", "/about", "reviews by fellow students"],
    ["R015", "/about", "verified profiles"],
    ["R016", "/about", "Only verified students may buy and sell"],
    ["R016", "/terms", "Only verified students may buy and sell"],
    ["R035 R234", "/privacy", "20 Mar 2025"],
    ["R209", "/about", "One notice board for everything that students of CGU pass on."],
    ["R210", "/about", "Our mission"],
    ["R210", "/about", "hand a cycle, a lamp or a textbook to the next student"],
    ["R211", "/about", "Centralized Platform"],
    ["R212", "/about", "Trusted Community"],
    ["R213", "/about", "Easy and Fast Transactions"],
    ["R214", "/about", "Safe and Transparent Deals"],
    ["R215", "/about", "Why we built it"],
    ["R217", "/how-it-works", "Sign Up & Verify"],
    ["R218", "/how-it-works", "Browse Listings</h"],
    ["R219", "/how-it-works", "Sell an Item"],
    ["R220", "/how-it-works", "Connect & Trade"],
    ["R1239", "/how-it-works", "Buyers ask first"],
    ["R1239", "/how-it-works", "shows your number only after you share it"],
    [
      "R1239",
      "/how-it-works",
      "does not answer in 24 hours you are told that too, and 7 days after asking you can ask once more. You can have 5 open requests",
    ],
    ["R222", "/community-guidelines", "Be Respectful"],
    ["R223", "/community-guidelines", "No Scams or Fraud"],
    ["R224", "/community-guidelines", "Meet Safely"],
    ["R225", "/community-guidelines", "No Prohibited Items"],
    ["R226", "/community-guidelines", "Report Misuse"],
    ["R227", "/terms", "You may ask support to delete your data"],
    ["R228", "/terms", "Illegal substances, including drugs, alcohol and tobacco"],
    ["R229", "/terms", "Weapons, explosives and hazardous materials"],
    [
      "R230",
      "/terms",
      "Plagiarized or counterfeit materials, such as fake degrees, IDs or assignments",
    ],
    ["R231", "/terms", "Unauthorized software, hacking tools or malware"],
    ["R232", "/terms", "Anything that violates university policy or local law"],
    ["R233", "/terms", "Misrepresentation or fraud leads to suspension or termination"],
  ])("%s %s says: %s", async (_, path, words) => {
    expect(await mainOf(path)).toContain(words);
  });

  it("R216 About Us has a Join Us link to the social media page", async () => {
    expect(await mainOf("/about")).toMatch(/<a href="https:\/\/instagram.com\/cgu"[^>]*>Join Us/);
  });

  it("R221 How it works links to the listings", async () => {
    expect(await mainOf("/how-it-works")).toMatch(/href="\/buy"[^>]*>Browse Listings/);
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

  const both = { ...data, home: { featured: [cycle], latest: [cycle] } };

  it.each([
    ["R090", "Your campus, Your Marketplace !"],
    ["R094", "Featured Products"],
    ["R096", "Top Picks"],
    ["R097", "Latest Products"],
    ["R099", "Just Arrived"],
    ["R011 R511", "₹1,40,000"],
    ["R111", "2 days ago"],
    ["D05", "Red &lt;cycle&gt; &amp; lock"],
  ])("%s shows %s", async (_, words) => {
    expect((await render(`${origin}/`, both)).html).toContain(words);
  });

  it("R093 marks the tile REQUEST as Soon, and links it nowhere", async () => {
    const { html } = await render(`${origin}/`, data);
    const tile = html.slice(html.lastIndexOf("<li", html.indexOf("REQUEST")));
    const request = tile.slice(0, tile.indexOf("</li>"));
    expect(request).toContain("Soon");
    expect(request).not.toContain("href");
  });

  it("R100 has a View All Products button to the Buy page", async () => {
    expect((await render(`${origin}/`, data)).html).toMatch(
      /<a [^>]*href="\/buy"[^>]*>View All Products/,
    );
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
