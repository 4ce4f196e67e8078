import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import type { PageAssets, Render } from "@market/contract/pages/pages";

export type PageBundle = {
  render: Render;
  assets: PageAssets & { styleUrl?: string };
  /** Folder of static files; absent where Vite serves them. */
  files?: string;
};

const web = fileURLToPath(new URL("../../../web", import.meta.url));

/** @throws Error when there is no build */
export async function openPages(app: FastifyInstance, fromSource: boolean): Promise<PageBundle> {
  if (fromSource) {
    const { openSource } = await import("./development.ts");
    return openSource(app, web);
  }
  const assets = JSON.parse(await readFile(`${web}/build/pages.json`, "utf8")) as PageAssets;
  const entry = pathToFileURL(`${web}/build/server/entry.server.js`).href;
  const { render } = (await import(entry)) as { render: Render };
  return { render, assets, files: `${web}/build/client` };
}
