// `npm run test:browsers`: the main journey in the oldest supported Chromium, and in Firefox.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { brotliDecompressSync } from "node:zlib";
import { runStep, show } from "./step.mjs";

const packages = "e2e/browsers";
const cache = "node_modules/.cache/browsers";

try {
  const firefox = findFirefox();
  await installPackages();
  process.exitCode = await show(
    "node_modules/.bin/playwright",
    ["test", "--config=e2e/browsers/playwright.config.ts", ...process.argv.slice(2)],
    {
      env: {
        ...process.env,
        FIREFOX_PATH: firefox,
        // These tests of the main suite run in the oldest supported one.
        CHROMIUM_PATH: oldChromium("chromium-109"),
        OLDER_CHROMIUM_PATH: oldChromium("chromium-108"),
      },
    },
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function findFirefox() {
  const names = [process.env.FIREFOX_PATH, "firefox-esr", "firefox"].filter(Boolean);
  const found = names.find((name) => runs(name));
  if (found)
    return execFileSync("sh", ["-c", `command -v "${found}"`], { encoding: "utf8" }).trim();
  throw new Error(
    "No Firefox found: install it (on Debian: apt-get install firefox-esr), or name one in FIREFOX_PATH.",
  );
}

async function installPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(packages, "package.json"), "utf8"));
  const isHere = (name) => existsSync(join(packages, "node_modules", name, "package.json"));
  if (Object.keys(dependencies).every(isHere)) return;
  const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
  await runStep("Fetching old browsers from the npm registry", "npm", install, { cwd: packages });
}

/** Unpacks the browser from its package. */
function oldChromium(name) {
  const path = join(process.cwd(), cache, name);
  if (!existsSync(path)) {
    mkdirSync(cache, { recursive: true });
    const packed = readFileSync(join(packages, "node_modules", name, "bin/chromium.br"));
    writeFileSync(`${path}.new`, brotliDecompressSync(packed), { mode: 0o755 });
    renameSync(`${path}.new`, path);
  }
  if (runs(path, ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "about:blank"]))
    return path;
  throw new Error(
    `${path} does not run: it needs Linux on x64, with what Chromium needs (on Debian: apt-get install chromium).`,
  );
}

function runs(path, words = ["--version"]) {
  try {
    execFileSync(path, words, { stdio: "ignore", timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}
