import { creditsPage } from "@market/contract/pages/static-pages";
import { avatarNames } from "@market/contract/students/student";
import { describe, expect, it } from "vitest";
import { render } from "../app/entry.server.tsx";

const data = {
  campus: {
    name: "CGU",
    contactEmail: "help@cgu.example",
    providerName: "Google",
    partnerEmail: "partner@cgu.example",
    grievanceEmail: "help@cgu.example",
    eraseAfterDays: 7,
    links: {},
    cartCurrency: "$",
    meetingPlaces: [],
    busyNotice: "auto",
  },
  renderedAt: "2026-11-21T09:00:00.000Z",
} as const;

describe("the credits page", () => {
  it("names artist and licence of all ten avatar styles (Q36)", async () => {
    const { status, html } = await render("http://localhost:3330/credits", data);
    expect(status).toBe(200);
    const text = html.replace(/<[^>]+>/g, "|").replace(/\|+/g, "|");
    for (const row of [
      "adventurer|Lisa Wischofsky|CC BY 4.0",
      "bottts|Pablo Stanley|Free for personal and commercial use",
      "micah|Micah Lanier|CC BY 4.0",
      "thumbs|DiceBear|CC0 1.0",
      "big-ears|The Visual Team|CC BY 4.0",
      "fun-emoji|Davis Uche|CC BY 4.0",
      "big-smile|Ashley Seo|CC BY 4.0",
      "lorelei|Lisa Wischofsky|CC0 1.0",
      "croodles|vijay verma|CC BY 4.0",
      "pixel-art-neutral|DiceBear|CC0 1.0",
      "Microsoft Corporation",
    ])
      expect(text).toContain(row);
  });

  it("credits exactly the styles that can be chosen", () => {
    expect(creditsPage.avatars.styles.map(({ style }) => style)).toEqual([...avatarNames]);
  });

  it("can be reached from every footer", async () => {
    const { html } = await render("http://localhost:3330/about", data);
    expect(html).toContain('href="/credits"');
  });
});
