import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PageAssets, StyleRule } from "@market/contract/pages/pages";
import postcss, { type ChildNode } from "postcss";
import { createBuilder, type Manifest } from "vite";

const compress = { br: promisify(brotliCompress), gz: promisify(gzip) };
const root = import.meta.dirname;
const client = join(root, "build/client");
const recordFile = join(root, "build/builds.json");
/** Builds whose files stay on disk, so that a deploy breaks no open tab. */
const retainedBuilds = 3;

/** Makes both bundles, the page manifest and the compressed copies. */
async function build(): Promise<void> {
  const builder = await createBuilder({
    configFile: join(root, "vite.config.ts"),
    mode: "production",
    logLevel: "warn",
  });
  for (const environment of Object.values(builder.environments)) await builder.build(environment);

  const manifest = JSON.parse(
    await readFile(join(client, ".vite/manifest.json"), "utf8"),
  ) as Manifest;
  const assets = await describe(manifest);
  const files = new Set(
    Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]),
  );
  for (const name of await readdir(join(client, "assets"))) {
    if (name.includes(".worker-")) files.add(`assets/${name}`);
  }
  files.add("service-worker.js");
  await forgetOldBuilds([...files]);
  await Promise.all([...files].filter((file) => /\.(js|css|svg)$/.test(file)).map(precompress));
  await writeWhole(join(root, "build/pages.json"), JSON.stringify(assets));
}

/** The facts about a build that the server needs. */
async function describe(manifest: Manifest): Promise<PageAssets> {
  const entry = manifest["src/app/entry.client.tsx"];
  const styleFile = Object.values(manifest).find(({ file }) => file.endsWith(".css"))?.file;
  if (!entry || !styleFile) throw new Error("The build made no entry or no style sheet");
  const style = (await readFile(join(client, styleFile), "utf8")).trim();
  const early = (key: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[key];
    if (!chunk || chunk === entry || found.has(`/${chunk.file}`)) return found;
    found.add(`/${chunk.file}`);
    for (const part of chunk.imports ?? []) early(part, found);
    return found;
  };
  const pages = Object.keys(manifest).filter((key) => key.startsWith("src/pages/"));
  // Home shares a file with the cards, which the manifest names after neither.
  const cards = Object.keys(manifest).find((key) => manifest[key]?.name === "cards") ?? "";
  const shared = (entry.imports ?? []).flatMap((key) => [...early(key)]);
  return {
    script: `/${entry.file}`,
    modules: Object.fromEntries(
      [...pages.map((key) => [key, key] as const), ["src/pages/home.tsx", cards] as const].map(
        ([page, key]) => [page, [...new Set([...shared, ...early(key)])]],
      ),
    ),
    style,
    styleRules: rulesOf(postcss.parse(style).nodes),
  };
}

function rulesOf(nodes: ChildNode[]): StyleRule[] {
  return nodes.flatMap((node): StyleRule[] => {
    const text = node.toString();
    if (node.type === "comment") return [];
    if (node.type === "rule") return [{ text, classes: node.selectors.map(classesOf) }];
    if (node.type !== "atrule" || node.nodes === undefined) return [{ text: `${text};` }];
    if (!/^(media|supports|layer|container)$/.test(node.name)) return [{ text }];
    return [{ open: text.slice(0, text.indexOf("{") + 1), rules: rulesOf(node.nodes) }];
  });
}

/** The classes that a selector needs. What stands in parentheses may be a choice or the opposite. */
function classesOf(selector: string): string[] {
  let plain = selector.replaceAll(/(?<!\\)\[(?:\\.|[^\]\\])*\]/g, "");
  for (let before = ""; before !== plain;) {
    before = plain;
    plain = plain.replaceAll(/(?<!\\)\((?:\\.|[^()\\])*\)/g, "");
  }
  const names = plain.matchAll(/\.((?:\\[\da-f]{1,6}\s?|\\.|[^\s.:#>+~,[\\])+)/gi);
  return (
    [...names]
      .map(([, name = ""]) => name.replaceAll(/\\(?:([\da-f]{1,6})\s?|(.))/gi, unescape))
      // HTML writes these characters in another way.
      .filter((name) => !/[&<>"']/.test(name))
  );
}

const unescape = (_: string, code: string | undefined, character: string) =>
  code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16));

/** Deletes the files that only builds older than the last three have used. */
async function forgetOldBuilds(files: string[]): Promise<void> {
  const earlier = await readFile(recordFile, "utf8").then(
    (text) => JSON.parse(text) as string[][],
    () => [],
  );
  const others = earlier.filter((build) => build.join() !== files.join());
  const recent = [files, ...others].slice(0, retainedBuilds);
  const wanted = new Set(recent.flat());
  for (const name of await readdir(join(client, "assets"))) {
    if (!wanted.has(`assets/${name.replace(/\.(br|gz)$/, "")}`))
      await rm(join(client, "assets", name));
  }
  await writeWhole(recordFile, JSON.stringify(recent));
}

/** Writes `file.br` and `file.gz` beside a file, at the highest levels: it is done once and read for weeks. */
async function precompress(file: string): Promise<void> {
  const bytes = await readFile(join(client, file));
  const br = await compress.br(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await Promise.all([
    writeWhole(join(client, `${file}.br`), br),
    writeWhole(join(client, `${file}.gz`), await compress.gz(bytes, { level: 9 })),
  ]);
}

/** A server that starts during a build never reads half a file. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

await build();
