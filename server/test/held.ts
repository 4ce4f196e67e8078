import type { FastifyInstance } from "fastify";
import { buildApp, type Market } from "../src/app.ts";
import type { LoadLimits } from "../src/http/overload.ts";

/** A process whose requests to `/api/held` wait until the test releases them. */
export type HeldApp = {
  app: FastifyInstance;
  /** The held requests. */
  held(): number;
  release(): void;
};

export async function openHeldApp(parts: Market, limits: LoadLimits): Promise<HeldApp> {
  const app = await buildApp(parts, limits);
  const held: (() => void)[] = [];
  app.get("/api/held", async () => {
    await new Promise<void>((resolve) => held.push(resolve));
    return "held";
  });
  return {
    app,
    held: () => held.length,
    release: () => held.splice(0).forEach((letGo) => letGo()),
  };
}
