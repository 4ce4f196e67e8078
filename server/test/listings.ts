import sharp from "sharp";
import sql, { type Sql } from "sql-template-tag";
import type { Database } from "../src/db/database.ts";
import type { TestResponse } from "./client.ts";
import type { TestStudent } from "./market.ts";

/** A listing with every field right; tests change the one they are about. */
export const cycle = {
  name: "Hero Sprint cycle",
  price: "3200",
  description: "Two years old, new brakes, rides well.",
  locationType: "On-Campus",
  address: "Gate 2, near the cycle stand",
  category: "Mobility & Transport",
  condition: "Used - Good",
};

type Fields = Record<string, string | undefined>;

/** A product form with one small picture per colour; undefined leaves a field out. */
export async function formOf(
  fields: Fields,
  colors: string[] = ["#336699"],
  width?: number,
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, value);
  for (const color of colors) form.append("images", await pictureOf(color, width), "photo.jpg");
  return form;
}

/** Small by default, because every listing's picture is really encoded, several times over. */
async function pictureOf(color: string, width = 80): Promise<Blob> {
  const create = { width, height: width * 1.25, channels: 3 as const, background: color };
  return new Blob([new Uint8Array(await sharp({ create }).jpeg().toBuffer())]);
}

/** Sets a listing sold in the past without another write, so that the lists' rule is not evaluated again. */
export const setSoldAt = (db: Database, time: Sql, productIds: string | string[]): Promise<void> =>
  db.transaction(async (transaction) => {
    await transaction.run("alter table products disable trigger products_decide_listed");
    await transaction.query(sql`
      update products set sold_at = ${time} where id = any(${[productIds].flat()}::uuid[])`);
    await transaction.run("alter table products enable trigger products_decide_listed");
  });

/** Lists a cycle as this student. */
export async function list(
  student: TestStudent,
  fields: Fields = {},
  colors?: string[],
  width?: number,
): Promise<TestResponse> {
  return student.call("POST", "/api/products/create", {
    form: await formOf({ ...cycle, ...fields }, colors, width),
  });
}
