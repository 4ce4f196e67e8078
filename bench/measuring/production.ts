import { openCatalogue } from "./catalogue.ts";
import { product, productEnvironment, type Program, startProgram } from "./programs.ts";

/**
 * Starts the product as a campus would run it, without the development provider, on its own embedded
 * PostgreSQL in the folder of a catalogue. The provider that it names is never asked.
 */
export async function startInProduction(
  port: number,
  dataDir: string,
  asks: string,
): Promise<Program> {
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...productEnvironment(port, dataDir),
    OIDC_ISSUER: origin,
    OIDC_CLIENT_ID: "measured",
    OIDC_CLIENT_SECRET: "measured",
    COLLEGE_EMAIL_SUFFIX: "@cgu.example",
    CONTACT_EMAIL: "help@cgu.example",
  };
  return startProgram(product, port, { env, asks });
}

/** Takes the mark of demo data off a catalogue made for measuring, which production would refuse. */
export async function admitToProduction(listings: number): Promise<string> {
  const { db, dataDir, close } = await openCatalogue(listings);
  await db.run("delete from settings where name = 'demo_data'");
  await close();
  return dataDir;
}
