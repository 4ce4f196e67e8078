// Finds the browser that the stories and measurements run in.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { runStep } from "./step.mjs";

const commands = [
  // Without windows of its own it starts sooner and takes half the work.
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Quiet and without services of its own; the same for stories and measurements. */
export const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The path of a Chromium that runs: CHROMIUM_PATH, an installed one, Playwright's from its cache,
 * Playwright's download, and as root on Debian or Ubuntu the distribution's package.
 * @returns {Promise<string>}
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not run.`);
  }
  return installed() ?? cached() ?? (await downloaded()) ?? (await packaged()) ?? refuse();
}

function installed() {
  const found = commands.map(which).filter((path) => path !== null);
  return [...found, ...applications.filter((path) => existsSync(path))].find(runs);
}

function cached() {
  const path = chromium.executablePath();
  return existsSync(path) && runs(path) ? path : undefined;
}

async function downloaded() {
  const cli = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
  const install = [cli, "install", "--no-shell", "chromium"];
  await runStep("Downloading Chromium for the browser tests", process.execPath, install).catch(
    () => undefined,
  );
  return cached();
}

async function packaged() {
  if (process.getuid?.() !== 0 || which("apt-get") === null) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await runStep("Reading the package lists", "apt-get", ["update", "-q"], { env });
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const install = ["install", "-q", "-y", "--no-install-recommends", name];
    const isDone = await runStep(`Installing the package ${name}`, "apt-get", install, {
      env,
    }).then(
      () => true,
      () => false,
    );
    if (isDone) break;
  }
  return installed();
}

/** @returns {never} */
function refuse() {
  throw new Error(
    "No Chromium found for the browser tests; run: npx playwright install --with-deps chromium",
  );
}

function which(command) {
  try {
    return execFileSync("sh", ["-c", `command -v ${command}`], {
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch {
    return null;
  }
}

function runs(path) {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
