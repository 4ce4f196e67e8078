import { Avatar, Style, type StyleDefinition } from "@dicebear/core";
import { avatarUrl } from "@market/contract/students/student";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

const styles = [
  ["adventurer", "Lisa Wischofsky", "by/4.0"],
  ["bottts", "Pablo Stanley", "bottts.com"],
  ["micah", "Micah Lanier", "by/4.0"],
  ["thumbs", "DiceBear", "zero/1.0"],
  ["big-ears", "The Visual Team", "by/4.0"],
  ["fun-emoji", "Davis Uche", "by/4.0"],
  ["big-smile", "Ashley Seo", "by/4.0"],
  ["lorelei", "Lisa Wischofsky", "zero/1.0"],
  ["croodles", "vijay verma", "by/4.0"],
  ["pixel-art-neutral", "DiceBear", "zero/1.0"],
] as const;

let market: TestMarket;
let asha: Awaited<ReturnType<TestMarket["student"]>>;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
});
afterAll(() => market.close());

const picture = async (url: string, headers?: Record<string, string>) => {
  const answer = await market.stranger.get(url, headers);
  expect([url, answer.status]).toEqual([url, 200]);
  return answer;
};

describe("an avatar", () => {
  it.each(styles)(
    "is drawn in the style %s, with its artist's name in it",
    async (style, artist, licence) => {
      const { headers, text } = await picture(avatarUrl(asha.userId, style));
      expect(headers["content-type"]).toBe("image/svg+xml");
      expect(text).toMatch(/^<svg .*<\/svg>$/s);
      expect(text).toContain(artist);
      expect(text).toContain(licence);
    },
  );

  it.each(styles)("contains no script and no link: %s", async (style) => {
    const names = ["Asha", '"><script>alert(1)</script>', "on&load=x"];
    for (const name of names) {
      await market.parts.db.query(sql`update users set name = ${name} where id = ${asha.userId}`);
      const { text } = await picture(`/avatars/${asha.userId}/${style}`);
      expect(text).not.toMatch(
        /<(script|foreignObject|iframe|image|a|style|animate|set)\b|\son\w+\s*=|javascript:|alert/i,
      );
      expect(
        [...text.matchAll(/href="([^"]*)"/g)].every(([, target]) => target?.startsWith("#")),
      ).toBe(true);
    }
    await market.parts.db.query(sql`update users set name = 'Asha' where id = ${asha.userId}`);
  });

  it("R256 R259 is in the style that the student chose, adventurer at first", async () => {
    const first = await picture(`/avatars/${asha.userId}`);
    expect(first.text).toBe((await picture(`/avatars/${asha.userId}/adventurer`)).text);
    expect(
      (await asha.call("PUT", "/api/auth/profile", { json: { avatar: "croodles" } })).status,
    ).toBe(200);
    const second = await picture(avatarUrl(asha.userId));
    expect(second.text).toBe((await picture(`/avatars/${asha.userId}/croodles`)).text);
  });

  it("R259 is seeded with the name: namesakes look alike, others do not, and no address holds it", async () => {
    const rohan = await market.student("Rohan");
    const other = await market.student("Other");
    await market.parts.db.query(sql`update users set name = 'Rohan' where id = ${other.userId}`);
    const [one, two, three] = await Promise.all(
      [rohan, other, asha].map(({ userId }) => picture(`/avatars/${userId}/micah`)),
    );
    expect(one?.text).toBe(two?.text);
    expect(one?.text).not.toBe(three?.text);
    expect(one?.text).not.toMatch(/rohan/i);
    for (const url of [
      avatarUrl(rohan.userId, "micah"),
      avatarUrl(rohan.userId, "micah", "https://avatars.example/9.x"),
    ]) {
      expect(url).toContain(rohan.userId);
      expect(url).not.toMatch(/rohan/i);
    }
  });

  it.each(styles)(
    "cannot be drawn by who knows the name alone, and stays the same: %s",
    async (style) => {
      const { text } = await picture(avatarUrl(asha.userId, style));
      const module = `@dicebear/styles/${style}.json`;
      const { default: definition } = (await import(module, { with: { type: "json" } })) as {
        default: StyleDefinition;
      };
      const guessed = (seed: string) => new Avatar(new Style(definition), { seed }).toString();
      for (const seed of ["Asha", "asha", asha.userId]) expect(text).not.toBe(guessed(seed));
      const { DATABASE_URL = "", DATABASE_SESSION_URL = "" } = market.parts.config;
      const restarted = await openTestMarket({ DATABASE_URL, DATABASE_SESSION_URL });
      expect((await restarted.stranger.get(avatarUrl(asha.userId, style))).text).toBe(text);
      await restarted.close();
    },
  );

  it("R259 looks otherwise in another installation, where the same name has another key", async () => {
    const elsewhere = await openTestMarket();
    const namesake = await elsewhere.student("Asha");
    const there = await elsewhere.stranger.get(avatarUrl(namesake.userId, "micah"));
    expect(there.text).not.toBe((await picture(avatarUrl(asha.userId, "micah"))).text);
    await elsewhere.close();
  });

  it("cannot become a page, is cached for five minutes and then revalidated", async () => {
    const url = `/avatars/${asha.userId}/lorelei`;
    const { headers } = await picture(url);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "public, max-age=300, must-revalidate",
      vary: "Accept-Encoding",
    });
    const again = await market.stranger.get(url, { "if-none-match": headers["etag"] ?? "" });
    expect([again.status, again.text]).toEqual([304, ""]);
    const packed = await picture(url, { "accept-encoding": "br" });
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(packed.headers["etag"]).not.toBe(headers["etag"]);
    expect(Number(packed.headers["content-length"])).toBeLessThan(
      Number(headers["content-length"]) / 2,
    );
  });

  it("is not found for unknown styles, absent students, and suspended ones", async () => {
    const meera = await market.student("Meera");
    await picture(`/avatars/${meera.userId}/thumbs`);
    await market.parts.db.query(
      sql`update users set suspended_at = now() where id = ${meera.userId}`,
    );
    for (const url of [
      `/avatars/${meera.userId}`,
      `/avatars/${meera.userId}/thumbs`,
      `/avatars/${asha.userId}/identicon`,
      `/avatars/${asha.userId}/__proto__`,
      `/avatars/${asha.userId}/..%2Fthumbs`,
      "/avatars/0199d6a0-0000-7000-8000-000000000000",
      "/avatars/Asha",
    ]) {
      const { status, headers, body } = await market.stranger.get(url);
      expect([url, status, body.code]).toEqual([url, 404, "avatar-not-found"]);
      expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
    }
    expect((await market.stranger.get(`/avatars/${asha.userId}/thumbs/more`)).body.code).toBe(
      "not-found",
    );
  });
});

describe("an outside avatar service", () => {
  it("Q36 is allowed by the documents only when its setting is set", async () => {
    const policyOf = async ({ stranger }: TestMarket) =>
      (await stranger.get("/login")).headers["content-security-policy"];
    expect(await policyOf(market)).toContain("img-src 'self' data: blob:;");
    const elsewhere = await openTestMarket({ AVATAR_BASE_URL: "https://avatars.example/9.x" });
    expect(await policyOf(elsewhere)).toContain(
      "img-src 'self' data: blob: https://avatars.example;",
    );
    const { text } = await elsewhere.stranger.get("/login");
    expect(text).toContain('"avatarBase":"https://avatars.example/9.x"');
    await elsewhere.close();
    expect(avatarUrl(asha.userId, "big-ears", "https://avatars.example/9.x")).toBe(
      `https://avatars.example/9.x/big-ears/svg?seed=${asha.userId}`,
    );
  });
});
