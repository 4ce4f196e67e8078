import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@market/server/db/database";
import type { Setup } from "./product.ts";
import { registerStudents } from "./students.ts";
import { openCatalogue } from "./catalogue.ts";
import { product, productEnvironment, type Program, startProgram, stayOn } from "./programs.ts";

export type Stage = {
  port: number;
  db: Database;
  dataDir: string;
  product: Program;
  setup: Setup;
  /** Tokens of registered students, which are valid for an hour. */
  tokens: string[];
  close(): Promise<void>;
};

type Options = { port: number; listings: number; students: number; seed: number };

/**
 * Starts the product and its database on processor 0, in a temporary folder; the client has processor 1 to itself, so that
 * more load takes nothing from the product.
 */
export async function openStage({ port, listings, students, seed }: Options): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), "market-stage-"));
  stayOn("0");
  const catalogue = await openCatalogue(listings, seed, dataDir);
  const close = async () => {
    await catalogue.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const environment = productEnvironment(port, dataDir, catalogue.url);
    const started = await startProgram(product, port, { env: environment, processors: "0" });
    const setup: Setup = { port, dataDir, environment };
    const tokens = await registerStudents(setup, started.origin, students);
    stayOn("1");
    return {
      port,
      db: catalogue.db,
      dataDir,
      product: started,
      setup,
      tokens,
      async close() {
        await started.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
