import { access, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const pages = "web/build/client";
const asset = /^\/assets\/([\w.-]+)$/;

/**
 * The folder of another release's pages, in `releases` beside our own, that holds this file. While processes of two
 * releases run, and in tabs that were opened before an upgrade, the page comes from one and its files are requested from
 * the other. Names of files hold their hash, so the same name is the same file.
 * @param own the folder of our own pages
 */
export async function pagesOfOtherRelease(own: string, url: string): Promise<string | undefined> {
  const [, name] = asset.exec(url) ?? [];
  const release = own.slice(0, -pages.length - 1);
  if (name === undefined || !own.endsWith(`/${pages}`)) return undefined;
  const releases = dirname(release);
  if (basename(releases) !== "releases") return undefined;
  for (const other of await readdir(releases)) {
    const folder = join(releases, other, pages);
    const isThere = access(join(folder, "assets", name)).then(
      () => true,
      () => false,
    );
    if (await isThere) return folder;
  }
  return undefined;
}
