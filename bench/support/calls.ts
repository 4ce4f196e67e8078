import {
  categories,
  conditions,
  locationTypes,
  priceRanges,
} from "@market/contract/products/product";
import { beginSession } from "@market/server/identity/sessions";
import { type Question, questionOf } from "./lines.ts";
import type { Stage } from "./stage.ts";
import { pick } from "./statistics.ts";

const popular = 40;
const popularShare = 0.8;

type Values = Partial<Record<"category" | "condition" | "locationType" | "priceRange", string>>;

/** All 630 filters as addresses, those with the fewest parameters first. */
export const filterPaths: readonly string[] = everyFilter()
  .toSorted((one, other) => Object.keys(one).length - Object.keys(other).length)
  .map((values) => {
    const search = new URLSearchParams(values);
    return search.size === 0 ? "/api/products/filter" : `/api/products/filter?${search}`;
  });
export const popularPaths = filterPaths.slice(0, popular);

function everyFilter(): Values[] {
  const all: Values[] = [];
  for (const category of ["", ...categories])
    for (const condition of ["", ...conditions])
      for (const locationType of ["", ...locationTypes])
        for (const priceRange of ["", ...priceRanges]) {
          const values = { category, condition, locationType, priceRange };
          all.push(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")));
        }
  return all;
}

/** Students' queries: four of five use one of the forty most popular filters. */
export function filterMix(count: number, random: () => number): string[] {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  return Array.from({ length: count }, () =>
    pick(random() < popularShare ? popularPaths : filterPaths),
  );
}

const past = { "cache-control": "no-cache" };

/** Uncached lists: cycles through all queries. */
export function listQuestions(count: number, random: () => number): () => Question {
  const questions = filterMix(count, random).map((path) => questionOf("list", path, past));
  let n = 0;
  return () => questions[n++ % count] as Question;
}

/** A realistic mix of twenty calls: twelve lists, five products with similar ones, three profiles. */
export async function mixedQuestions(
  { db, tokens }: Pick<Stage, "db" | "tokens">,
  count: number,
  random: () => number,
): Promise<() => Question> {
  const { rows } = await db.run("select id from products where sold_at is null limit 1000");
  const ids = rows.map((row) => (row as { id: string }).id);
  const list = listQuestions(count, random);
  const questions = Array.from({ length: count }, () => {
    const kind = random() * 20;
    if (kind < 12) return list();
    if (kind < 17) return questionOf("item", `/api/items/${pick(ids, random)}`, past);
    const authorization = `Bearer ${pick(tokens, random)}`;
    return questionOf("profile", "/api/auth/profile", { authorization });
  });
  return () => pick(questions, random);
}

/** Sign-outs, each of a separate session. */
export async function signOuts({ db, port }: Stage, count: number): Promise<Question[]> {
  const { rows } = await db.run("select identity_id as id from users limit $1", [count]);
  const opened = rows.map(async (row) => {
    const { secret } = await beginSession(db, (row as { id: string }).id);
    const page = { "x-requested-with": "campus-marketplace" };
    const headers = { ...page, cookie: `session-${port}=${secret}` };
    return questionOf("sign-out", "/api/auth/logout", headers, "POST");
  });
  return Promise.all(opened);
}

type Uploaded = { id: string; sources: { width: number; url: string }[] };

/** @throws when the photo is refused */
export async function uploadPhoto(
  origin: string,
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uploaded> {
  const body = new FormData();
  body.append("image", new Blob([bytes]), "photo.jpg");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api/photos`, { method: "POST", headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${text.slice(0, 200)}`);
  return (JSON.parse(text) as { photo: Uploaded }).photo;
}

/** Deletes an uploaded photo. @throws when that is refused */
export async function discardPhoto(origin: string, token: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api/photos/${id}`, { method: "DELETE", headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`taking a photo back: ${answer.status} ${text.slice(0, 200)}`);
}
