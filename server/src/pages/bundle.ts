import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { PageAssets, Render } from "@market/contract/pages";

/** The web's build, or its source in development: how pages are rendered, and what they load. */
export type PageBundle = {
  render: Render;
  assets: PageAssets & { styleAddress?: string };
  /** Folder of the files that are served as they are; absent where something else serves them. */
  files?: string;
};

/**
 * Opens the build that `npm run build -w web` has made.
 * @param folder `web/build`
 * @throws when there is none
 */
export async function openBuild(folder: string): Promise<PageBundle> {
  const assets = JSON.parse(await readFile(`${folder}/pages.json`, "utf8")) as PageAssets;
  const { render } = (await import(pathToFileURL(`${folder}/server/entry.server.js`).href)) as {
    render: Render;
  };
  return { render, assets, files: `${folder}/client` };
}
