import { issueDevelopmentToken } from "@market/server/development/token";
import { loadConfig } from "@market/server/config/config";
import { openDatabase } from "@market/server/db/database";
import { findEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { environmentOf, type Setup } from "./product.ts";

/** The product's own database, beside the product. */
export async function openBeside(setup: Setup) {
  const config = loadConfig(environmentOf(setup));
  const url = config.DATABASE_OWNER_URL ?? (await findEmbeddedDatabase(config.DATA_DIR));
  if (!url) throw new Error("no database runs on the data folder");
  return { config, url, db: openDatabase(url, () => undefined, { size: 4 }) };
}

/** Registers students through the API. @returns their tokens, valid for an hour */
export async function registerStudents(
  setup: Setup,
  origin: string,
  count: number,
  first = 1,
): Promise<string[]> {
  const { config, db } = await openBeside(setup);
  try {
    const tokens: string[] = [];
    for (let n = first; n < first + count; n++) {
      const email = `student${n}@cgu.example`;
      const token = await issueDevelopmentToken({ config, db, email });
      const answer = await fetch(`${origin}/api/auth/google-register`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(person),
      });
      if (!answer.ok && answer.status !== 409)
        throw new Error(`registration: ${answer.status} ${await answer.text()}`);
      await answer.body?.cancel();
      tokens.push(token);
    }
    return tokens;
  } finally {
    await db.close();
  }
}

const person = {
  phone: "+919876543210",
  country: "India",
  course: "B.Tech",
  semester: "3rd Semester",
};
