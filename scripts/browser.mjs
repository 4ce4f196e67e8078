// Finds or installs the Chromium that the browser tests and measurements run in.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { collect } from "./step.mjs";

const names = [
  // Without a user interface it starts sooner and takes half the processor time.
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The same for tests and measurements: no services of the browser's own. */
export const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The path of a Chromium that runs: CHROMIUM_PATH, an installed one, Playwright's, and as root on Debian or Ubuntu
 * the distribution's package.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return pathOf(given) ?? refuse(`CHROMIUM_PATH names ${given}, which does not run.`);
  return (
    installedBrowser() ??
    (await fromPlaywright()) ??
    (await fromDebian()) ??
    refuse(
      "No Chromium found for the browser tests; run: npx playwright install --with-deps chromium",
    )
  );
}

export const installedBrowser = () => names.map(pathOf).find((path) => path !== undefined);

/** The path of a program that runs. */
function pathOf(name) {
  try {
    const script = 'command -v "$0" && "$0" --version >&2';
    const options = { encoding: "utf8", stdio: "pipe", timeout: 60_000 };
    return execFileSync("sh", ["-c", script, name], options).trim();
  } catch {
    return undefined;
  }
}

async function fromPlaywright() {
  const path = (await import("@playwright/test")).chromium.executablePath();
  if (!existsSync(path)) {
    console.log("Downloading Chromium for the browser tests…");
    await collect("node_modules/.bin/playwright", ["install", "--no-shell", "chromium"]);
  }
  return pathOf(path);
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("Installing the distribution's package of Chromium for the browser tests…");
  const install = "apt-get install -qy --no-install-recommends";
  const script = `apt-get update -q && (${install} chromium-headless-shell || ${install} chromium)`;
  const { output } = await collect("sh", ["-c", script], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return installedBrowser() ?? refuse(output.trim());
}

/** @returns {never} */
function refuse(reason) {
  throw new Error(reason);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await findBrowser();
