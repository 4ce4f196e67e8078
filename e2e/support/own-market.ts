import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { asApplication } from "@market/server/db/postgres/embedded";
import { freePorts, untilReady } from "./ports.ts";

/** A market of its own: the product as `npm start` runs it, with the demo data and a development provider. */
export type Market = { origin: string; databaseUrl: string; stop(): Promise<void> };

const root = resolve(import.meta.dirname, "../..");

/**
 * Starts the product on a database and a folder, with a role that owns nothing.
 * @param databaseUrl a connection of the owner
 * @throws Error with what it printed, when it does not start
 */
export async function startMarket(databaseUrl: string, dataDir: string): Promise<Market> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  for (;;) {
    const [port, providerPort] = (await freePorts(2)) as [number, number];
    const child = launch({
      DATABASE_URL: asApplication(databaseUrl),
      DATABASE_OWNER_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEVELOPMENT_PROVIDER_PORT: String(providerPort),
    });
    const output = Promise.all([text(child.stdout!), text(child.stderr!)]);
    if (await untilReady(port, child))
      return { origin: `http://localhost:${port}`, databaseUrl, stop: () => stop(child) };
    const said = (await output).join("\n");
    // Another program may have taken the port since.
    if (!said.includes("is taken by another program")) throw new Error(said);
  }
}

function launch(environment: Record<string, string>): ChildProcess {
  const program = [resolve(import.meta.dirname, "leave-with-parent.mjs"), "server/src/main.ts"];
  const [first, main] = program.map((path) => resolve(root, path)) as [string, string];
  return spawn(process.execPath, ["--import", first, main], {
    // Ignores an operator's own `.env`.
    cwd: environment["DATA_DIR"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: resolve(root, "node_modules/.cache/compiled"),
      MODERATOR_EMAILS: "meera@cgu.example,lakshmi@cgu.example",
      PUSH: "on",
      // Tests wait for pictures and for the database, however busy the computer is.
      IMAGE_NICENESS: "0",
      DATABASE_TIMEOUT_SECONDS: "120",
      // A host that resolves to no address, so that a test's subscription is never called.
      PUSH_SERVICES: "push.invalid",
      ...environment,
    },
    stdio: "pipe",
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
