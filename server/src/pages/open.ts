import type { FastifyInstance } from "fastify";
import { fileURLToPath } from "node:url";
import { openBuild, type PageBundle } from "./bundle.ts";

const web = fileURLToPath(new URL("../../../web", import.meta.url));

/**
 * The pages as built, or from source when the process runs under `npm run dev`.
 * @throws Error when there is no build
 */
export async function openPages(app: FastifyInstance, fromSource: boolean): Promise<PageBundle> {
  if (!fromSource) return openBuild(`${web}/build`);
  const { openSource } = await import("./development.ts");
  return openSource(app, web);
}
