import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

type Manifest = {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const [version] = Object.values(manifest.optionalDependencies);
const nodePackage = `node-${process.platform}-${process.arch}`;

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "market-clone-"));
  cpSync(join(root, "scripts"), join(clone, "scripts"), { recursive: true });
  const { scripts } = manifest;
  const optionalDependencies = { [nodePackage]: version };
  write("package.json", JSON.stringify({ name: "clone", scripts, optionalDependencies }));
  const node = { version, optional: true };
  const lock = { packages: { "": {}, [`node_modules/${nodePackage}`]: node } };
  write("package-lock.json", JSON.stringify(lock));
  write("contract/src/limits.ts", "1");
  write("web/src/page.tsx", "1");
  // Imitates npm 10 without a registry: it loses the link.
  program(
    "bin/npm",
    `echo "npm $*" >> log
if [ "$1" = run ]; then mkdir -p web/build && exit; fi
mkdir -p node_modules/.bin node_modules/${nodePackage}/bin
cp package-lock.json node_modules/.package-lock.json
cp bin/pinned-node node_modules/${nodePackage}/bin/node`,
  );
  program("bin/pinned-node", `[ "$1" = --version ] && echo v${version} || echo "pinned $*" >> log`);
  program("bin/chromium", "exit 0");
});
afterEach(() => rmSync(clone, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(clone, path, ".."), { recursive: true });
  writeFileSync(join(clone, path), text);
}

function program(path: string, script: string): void {
  write(path, `#!/bin/sh\n${script}\n`);
  chmodSync(join(clone, path), 0o755);
}

function boot(...steps: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/boot.mjs", ...steps], {
    cwd: clone,
    env: { PATH: `${join(clone, "bin")}:/bin:/usr/bin` },
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

function log(): string[] {
  const path = join(clone, "log");
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trim().split("\n");
  rmSync(path);
  return lines;
}

const install =
  "npm ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error";
const build = "npm run build --silent";

describe("preparing a clone", () => {
  it("R832 says first what it installs, installs it with its Node, builds the pages, and does so once", () => {
    expect(boot("pages")).toEqual({
      status: 0,
      said: `To be installed in node_modules: the packages and Node ${version} (600 MB).\nBuilding the pages…\n`,
    });
    expect(log()).toEqual([install, build]);
    expect(boot("pages")).toEqual({ status: 0, said: "" });
    expect(log()).toEqual([]);
  });

  it.each([
    ["a package of another version", "package-lock.json", [install, build]],
    ["a page that changed", "web/src/page.tsx", [build]],
    ["a file of the contract that changed", "contract/src/limits.ts", [build]],
    ["a test that changed", "web/src/page.test.tsx", []],
  ])("does what is needed again after %s", (_what, path, expected) => {
    boot("pages");
    log();
    const lock = { packages: { "node_modules/zod": { version: "4.0.0" } } };
    write(path, path.endsWith(".json") ? JSON.stringify(lock) : "2");
    boot("pages");
    expect(log()).toEqual(expected);
  });

  it("links the pinned Node that npm has lost, also after a plain `npm ci`", () => {
    boot();
    const link = join(clone, "node_modules/.bin/node");
    rmSync(link);
    expect(boot("link")).toEqual({ status: 0, said: "" });
    expect(existsSync(link)).toBe(true);
    rmSync(link);
    symlinkSync("nowhere", link);
    log();
    expect(boot()).toEqual({ status: 0, said: "" });
    expect(existsSync(link)).toBe(true);
    expect(log()).toEqual([]);
  });

  it("says in one sentence that the pinned Node cannot run, and that npm failed", () => {
    program("bin/pinned-node", "exit 127");
    expect(boot().said).toMatch(
      /\nNode 26\.\d+\.\d+ cannot run here \(\w+ \w+\): it needs Linux with glibc or macOS, and on an empty Debian: apt-get install libatomic1\n$/,
    );
    program("bin/npm", "exit 7");
    const { status, said } = boot();
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/\nnpm ci --include=dev failed\.\n$/),
    ]);
  });

  it("R832 names the browser for the tests before it installs anything, and installs it last", () => {
    rmSync(join(clone, "bin/chromium"));
    const { said } = spawnBare("browser");
    expect(said.split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(/^To be installed in node_modules: /),
      "To be installed for the browser tests: Chromium, unless Playwright has one.",
    ]);
    expect(log()).toEqual([install, "pinned scripts/browser.mjs"]);
  });
});

/** A machine without a browser, with only the commands that the stubs need. */
function spawnBare(...steps: string[]) {
  for (const name of ["sh", "mkdir", "cp"])
    symlinkSync(
      spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(),
      join(clone, "bin", name),
    );
  const { stdout, stderr } = spawnSync(process.execPath, ["scripts/boot.mjs", ...steps], {
    cwd: clone,
    env: { PATH: join(clone, "bin") },
    encoding: "utf8",
  });
  return { said: stdout + stderr };
}

describe("the scripts of package.json", () => {
  /** Uses the real npm; instead of starting a program it prints the arguments. */
  function npm(words: string[], environment: Record<string, string> = {}) {
    write(
      "scripts/boot.mjs",
      `console.log("boot", ...process.argv.slice(2));
      import { cpSync, mkdirSync } from "node:fs";
      mkdirSync("node_modules/.bin", { recursive: true });
      cpSync("bin/pinned-node", "node_modules/.bin/node");`,
    );
    program("bin/pinned-node", `echo "pinned $* $NODE_ENV"`);
    rmSync(join(clone, "node_modules"), { recursive: true, force: true });
    const { stdout } = spawnSync("npm", words, {
      cwd: clone,
      env: {
        PATH: `${process.env["PATH"]}`.replace(`${root}node_modules/.bin:`, ""),
        HOME: clone,
        ...environment,
      },
      encoding: "utf8",
    });
    return stdout.split("\n").filter((line) => /^(boot|pinned)/.test(line));
  }

  it.each([
    ["without a word in the user's settings", "", {}],
    ["with ignore-scripts in the user's settings", "ignore-scripts=true\n", {}],
    ["with ignore-scripts in the environment", "", { npm_config_ignore_scripts: "true" }],
  ])(
    "R832 npm start prepares the clone and continues with the pinned Node, %s",
    (_how, text, environment) => {
      write(".npmrc", text);
      expect(npm(["start"], environment)).toEqual([
        "boot pages",
        "pinned --max-semi-space-size=16 server/src/main.ts production",
      ]);
    },
  );

  it("R832 npm test and npm run dev do so too", () => {
    const environment = { npm_config_ignore_scripts: "true" };
    expect(npm(["test"], environment)).toEqual(["boot pages browser", "pinned scripts/test.mjs "]);
    expect(npm(["run", "dev"], environment)).toEqual([
      "boot",
      expect.stringMatching(/main\.ts development$/),
    ]);
  });

  it("R832 have the names that people type, and call programs by their names", () => {
    const names = [
      "build",
      "check",
      "dev",
      "format",
      "lint",
      "start",
      "test",
      "test:e2e",
      "test:unit",
      "typecheck",
    ];
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(names));
    expect(Object.values(manifest.scripts).join("\n")).not.toContain("node_modules/.bin");
  });
});

it("R832 .nvmrc names the Node that is installed, and npm's settings hide nothing", () => {
  expect(readFileSync(join(root, ".nvmrc"), "utf8")).toBe(`${version}\n`);
  expect(new Set(Object.values(manifest.optionalDependencies))).toEqual(new Set([version]));
  expect(readFileSync(join(root, ".npmrc"), "utf8")).not.toContain("loglevel");
});
