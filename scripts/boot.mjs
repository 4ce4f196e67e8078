#!/usr/bin/env node
// Runs on any Node from 20 on and imports nothing but Node: it makes the rest runnable.
// `node scripts/boot.mjs start|test|…` installs what is missing, checks the pinned Node and builds
// the pages when their sources changed. The npm script goes on with `exec node_modules/.bin/node`.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "./step.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const workspaces = ["contract", "server", "web", "fixtures"];
const commandsWithPages = [
  "start",
  "test",
  "test:postgres",
  "test:pgbouncer",
  "test:s3",
  "test:browsers",
  "test:proxy",
  "check",
  "bench",
  "proof",
  "gallery",
];
const pinnedNode = join(root, "node_modules", ".bin", "node");
const installMark = join(root, "node_modules", ".market-installed");
const pagesMark = join(root, "node_modules", ".cache", "market-pages");

try {
  await install();
  if (commandsWithPages.includes(process.argv[2] ?? "")) await buildPages();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

async function install() {
  const wanted = wantedPackages();
  if (installedAs(wanted) && pinnedVersion() === expectedVersion()) return;
  await npm("Installing packages", [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
  ]);
  writeFileSync(installMark, wanted);
  linkPinnedNode();
  if (pinnedVersion() === expectedVersion()) return;
  throw new Error(
    `The pinned Node ${expectedVersion()} cannot run on this machine (${process.platform} ${process.arch}${musl() ? ", musl" : ""}): it needs Linux with glibc, or macOS, on x64 or arm64.`,
  );
}

/** A fingerprint of everything that decides what is installed. */
function wantedPackages() {
  const hash = createHash("sha256").update(read("package-lock.json"));
  for (const folder of ["", ...workspaces]) {
    const manifest = JSON.parse(read(join(folder, "package.json")));
    const { workspaces, dependencies, devDependencies, optionalDependencies } = manifest;
    hash.update(JSON.stringify([workspaces, dependencies, devDependencies, optionalDependencies]));
  }
  return hash.update(`${process.platform} ${process.arch}`).digest("hex");
}

function installedAs(wanted) {
  if (existsSync(installMark) && readFileSync(installMark, "utf8") === wanted) return true;
  // A plain `npm install` leaves no mark of ours; npm's own record tells whether it is complete.
  const record = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  for (const [path, entry] of Object.entries(JSON.parse(read("package-lock.json")).packages)) {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) continue;
    const found = installed[path];
    if (found === undefined ? !entry.optional : found.version !== entry.version) return false;
  }
  writeFileSync(installMark, wanted);
  return true;
}

function expectedVersion() {
  const versions = Object.values(JSON.parse(read("package.json")).optionalDependencies);
  return `v${versions[0]}`;
}

function pinnedVersion() {
  try {
    return execFileSync(pinnedNode, ["--version"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return null;
  }
}

/** npm 10 takes away the command again together with the packages of other platforms. */
function linkPinnedNode() {
  if (existsSync(pinnedNode)) return;
  const packages = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ];
  const found = packages.find((name) =>
    existsSync(join(root, "node_modules", name, "bin", "node")),
  );
  if (found !== undefined) symlinkSync(join("..", found, "bin", "node"), pinnedNode);
}

function musl() {
  return process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
}

async function buildPages() {
  const sources = pageSources();
  const upToDate = existsSync(pagesMark) && readFileSync(pagesMark, "utf8") === sources;
  if (upToDate && existsSync(join(root, "web", "build"))) return;
  await npm("Building the pages", ["run", "build"]);
  mkdirSync(dirname(pagesMark), { recursive: true });
  writeFileSync(pagesMark, sources);
}

/** A fingerprint of the files that the page bundle is made from. */
function pageSources() {
  const hash = createHash("sha256").update(read("package-lock.json"));
  for (const folder of ["web", "contract"]) {
    for (const file of filesBelow(join(root, folder))) {
      hash.update(file).update("\0").update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      ({ name }) => !["build", "dist", "node_modules"].includes(name) && !/\.test\./.test(name),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** Runs the npm that runs us, so that a machine with several uses one. */
function npm(title, args) {
  const own = process.env.npm_execpath;
  const byPath = own !== undefined && /npm-cli\.[cm]?js$/.test(own);
  const [command, first] = byPath ? [process.execPath, [own]] : ["npm", []];
  return runStep(title, command, [...first, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
  });
}

function read(path) {
  return readFileSync(join(root, path), "utf8");
}
