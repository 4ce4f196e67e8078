import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The environment that npm sets for a script. */
const path = `${join(root, "node_modules/.bin")}:/usr/bin:/bin`;

/** The compile cache of `npm start`, without which every command compiles the product again. */
export const compileCache = join(root, "node_modules/.cache/compiled");

/** The command that `npm start` runs once everything is installed and built. */
export const startCommand = (): string => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return manifest.scripts.start.split(" && ").at(-1);
};

/** The settings that production needs, with a provider that is never requested. */
export const production = {
  PUBLIC_ORIGIN: "https://market.college.edu",
  OIDC_ISSUER: "http://127.0.0.1:9",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "secret",
  COLLEGE_EMAIL_SUFFIX: "@college.edu",
  CONTACT_EMAIL: "help@college.edu",
};

export type Started = {
  child: ChildProcess;
  port: number;
  /** The working directory, where `.env` is looked for. */
  folder: string;
  output(): string;
  exit: Promise<number | null>;
};

/** Processes of the product, started as `npm start` does, in folders of their own. */
export function createProcesses() {
  const started: Started[] = [];
  const folders: string[] = [];

  async function makeFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "market-start-"));
    folders.push(folder);
    // The command names its program from the project's folder, which may have an `.env` of its own.
    for (const name of ["node_modules", "server"])
      symlinkSync(join(root, name), join(folder, name));
    return folder;
  }

  /** @param command instead of that of `npm start` */
  async function startProcess(
    environment: Record<string, string>,
    { folder, command = startCommand() }: { folder?: string; command?: string } = {},
  ): Promise<Started> {
    const port = await freePort();
    const cwd = folder ?? (await makeFolder());
    const child = spawn("sh", ["-c", command], {
      cwd,
      env: {
        PATH: path,
        NODE_COMPILE_CACHE: compileCache,
        PORT: String(port),
        DEVELOPMENT_PROVIDER_PORT: String(await freePort()),
        DATA_DIR: join(cwd, "data"),
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const exit = once(child, "close").then(([code]) => code as number | null);
    const one = { child, port, folder: cwd, output: () => text, exit };
    started.push(one);
    return one;
  }

  async function stopAll(): Promise<void> {
    for (const { child, exit } of started.splice(0)) {
      child.kill("SIGKILL");
      await exit;
    }
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  }

  return { start: startProcess, makeFolder, stopAll };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

export async function ready({ output, exit }: Started): Promise<void> {
  let ended = false;
  void exit.then(() => (ended = true));
  await expect.poll(() => ended || output().includes("is ready")).toBe(true);
  expect(output()).toContain("Campus Marketplace is ready");
}
