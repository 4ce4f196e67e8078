// Prepares what a script of package.json needs. Imports nothing but Node, and runs on any Node from 20 on.
//   boot.mjs [pages] [browser]   installs missing packages, builds stale pages, installs a missing browser
//   boot.mjs link                links the pinned Node, which npm 10 may lose (docs/decisions/093)
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { installedBrowser } from "./browser.mjs";
import { show } from "./step.mjs";

const readJson = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
const steps = process.argv.slice(2);
const pinnedNode = "node_modules/.bin/node";
const packagesOfNode = readJson("package.json").optionalDependencies;
const [version] = Object.values(packagesOfNode);
const pagesMark = "web/build/sources";

linkNode();
if (!steps.includes("link")) await prepare();

async function prepare() {
  const { CHROMIUM_PATH } = process.env;
  const needsPackages = !hasPackages() || versionOfNode() !== version;
  const needsBrowser = steps.includes("browser") && !CHROMIUM_PATH && !installedBrowser();
  if (needsPackages)
    console.log(`To be installed in node_modules: the packages and Node ${version} (600 MB).`);
  if (needsBrowser)
    console.log("To be installed for the browser tests: Chromium, unless Playwright has one.");
  if (needsPackages) await installPackages();
  if (steps.includes("pages")) await buildPages();
  if (needsBrowser) await run(pinnedNode, ["scripts/browser.mjs"]);
}

/** Compares npm's record of what it installed with the lock file. */
function hasPackages() {
  const record = "node_modules/.package-lock.json";
  const installed = fs.existsSync(record) ? readJson(record).packages : {};
  return Object.entries(readJson("package-lock.json").packages).every(
    ([path, { version, optional }]) =>
      !path.includes("node_modules/") ||
      (path in installed ? installed[path].version === version : optional),
  );
}

async function installPackages() {
  // Warnings would be about packages that are too new for the Node that runs npm; the pinned one runs them.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["ci", "--include=dev", "--include=optional", "--ignore-scripts", ...quiet]);
  linkNode();
  if (versionOfNode() === version) return;
  const machine = `${process.platform} ${process.arch}`;
  stop(
    `Node ${version} cannot run here (${machine}): it needs Linux with glibc or macOS, and on an empty Debian: apt-get install libatomic1`,
  );
}

function linkNode() {
  const isHere = (name) => name.endsWith(`-${process.platform}-${process.arch}`);
  const target = `${Object.keys(packagesOfNode).find(isHere)}/bin/node`;
  if (fs.existsSync(pinnedNode) || !fs.existsSync(`node_modules/${target}`)) return;
  fs.rmSync(pinnedNode, { force: true });
  fs.symlinkSync(`../${target}`, pinnedNode);
}

function versionOfNode() {
  return spawnSync(pinnedNode, ["--version"], { encoding: "utf8" }).stdout?.trim().slice(1);
}

async function buildPages() {
  const byName = (one, other) => (one < other ? -1 : 1);
  const hash = createHash("sha256").update(fs.readFileSync("package-lock.json"));
  for (const folder of ["contract", "web"])
    for (const path of fs.readdirSync(folder, { recursive: true }).sort(byName))
      if (!/(^|\/)(build|dist|node_modules)(\/|$)|\.test\./.test(path))
        if (fs.statSync(`${folder}/${path}`).isFile())
          hash.update(`\0${path}\0`).update(fs.readFileSync(`${folder}/${path}`));
  const sources = hash.digest("hex");
  if (fs.existsSync(pagesMark) && fs.readFileSync(pagesMark, "utf8") === sources) return;
  console.log("Building the pages…");
  await run("npm", ["run", "build", "--silent"]);
  fs.writeFileSync(pagesMark, sources);
}

async function run(command, args) {
  const code = await show(command, args);
  if (code !== 0) stop(`${command} ${args.slice(0, 2).join(" ")} failed.`);
}

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
