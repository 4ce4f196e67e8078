import type { FastifyInstance } from "fastify";
import { buildApp, embeddedNote } from "./app.ts";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { doubts, readEnvironmentFile } from "./config/environment-file.ts";
import { createLog } from "./log.ts";
import { recurringJobs } from "./operations/recurring.ts";
import { watchClock } from "./operations/clock.ts";
import { findFaults } from "./operations/self-check.ts";
import { holdsTrialData } from "./operations/demo-mark.sql.ts";
import {
  markProduction,
  productionInDatabase,
  productionInFolder,
} from "./operations/production-mark.ts";
import { openParts, type Parts } from "./parts.ts";

/** Milliseconds that requests under way are given when the process is asked to stop. */
const drain = 10_000;
/** Connections that may wait to be taken in: past it the system lets a visitor try again after seconds. */
const backlog = 4096;

/** Starts the product and runs until it is told to stop; ends the process with 1 when it cannot run. */
export async function start(): Promise<void> {
  try {
    const file = readEnvironmentFile();
    const config = loadConfig();
    if (config.mode === "trial") console.log(trialNote);
    for (const doubt of doubts(file)) console.log(doubt);
    await run(config);
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof StartError;
    console.error(known ? error.message : error);
    process.exit(1);
  }
}

const trialNote =
  "Trial mode: a demo campus, at which anybody can sign in as anybody. For a market of students see docs/running.md.";

/** A reason not to start that the operator can mend. */
class StartError extends Error {}

async function run(config: Config): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = stopper(closers);
  if (config.mode === "trial") refuse(productionInFolder(config));
  const parts = await openParts(config, createLog(config.LOG_LEVEL)).catch((error: Error) => {
    throw new StartError(error.message, { cause: error });
  });
  closers.push(parts.close);
  try {
    await admit(parts);
    const app = await buildApp(parts);
    closers.push(() => app.close());
    if (config.mode === "trial") await startTrial(parts, closers);
    await parts.jobs.start(recurringJobs(parts));
    await listen(app, config);
  } catch (error) {
    await stop.quietly();
    throw error;
  }
  void parts.databaseLost.then((reason) => reason && stop.because(reason.message));
  announce(parts);
  closers.push(await watch(parts));
}

/** In trial mode anybody can be anybody: a production site must never hold who came in that way. */
async function admit({ config, db }: Parts): Promise<void> {
  if (config.mode === "trial") return refuse(await productionInDatabase(db));
  if (await holdsTrialData(db))
    refuse(
      "This database holds demo data or accounts of the trial mode, where anybody can sign in as anybody. Use another database, or remove them with their listings: npm run market -- reset-demo",
    );
  await markProduction(db, config);
}

/** Says what would only be noticed by the first student who needs it. */
async function watch({ config, db, storage, log }: Parts): Promise<() => Promise<void>> {
  void findFaults(config, storage).then((faults) => {
    for (const fault of faults) log.warn(fault);
  });
  const end = await watchClock(db, log);
  return async () => end();
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new StartError(reason);
}

/** Starts the provider at which anybody can sign in as anybody, and fills an empty database. */
async function startTrial(parts: Parts, closers: (() => Promise<unknown>)[]): Promise<void> {
  const { config, log } = parts;
  const { startDevelopmentProvider } = await import("./development/provider.ts");
  const { cast, outsider } = await import("@market/fixtures/cast");
  const provider = await startDevelopmentProvider({ config, cast: [...cast, outsider], log }).catch(
    explainPort(config.DEVELOPMENT_PROVIDER_PORT, "DEVELOPMENT_PROVIDER_PORT"),
  );
  closers.push(provider.close);
  if (config.DEMO_DATA) {
    const { loadDemoData } = await import("./development/demo.ts");
    await loadDemoData(parts);
  }
}

function explainPort(port: number, setting: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StartError(
      `Port ${port} is taken by another program. Stop it, or choose another one: ${setting}=${port + 10} npm start`,
    );
  };
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<void> {
  await app.listen({ host: HOST, port: PORT, backlog }).catch(explainPort(PORT, "PORT"));
}

function announce({ config, databaseHome }: Parts): void {
  const lines = [`Campus Marketplace is ready: ${config.PUBLIC_ORIGIN}`];
  if (config.mode === "trial")
    lines.push("Sign in as anybody of the demo campus. Ctrl-C stops it.");
  if (databaseHome !== undefined) lines.push(`The database lies in ${databaseHome}`);
  if (config.mode === "production" && config.DATABASE_URL === undefined) lines.push(embeddedNote);
  console.log(lines.join("\n"));
}

function stopper(closers: (() => Promise<unknown>)[]) {
  let stopping: Promise<void> | undefined;
  const closeAll = async () => {
    setTimeout(() => process.exit(1), drain + 20_000).unref();
    for (const closer of closers.splice(0).reverse()) {
      await closer().catch((error: unknown) => console.error("while stopping:", error));
    }
  };
  const exit = (code: number) => {
    stopping ??= closeAll();
    void stopping.then(() => process.exit(code));
  };
  process.on("SIGINT", () => exit(0));
  process.on("SIGTERM", () => exit(0));
  process.on("SIGHUP", () => exit(0));
  return {
    quietly: () => (stopping ??= closeAll()),
    because(reason: string) {
      console.error(`Stopping: ${reason}`);
      exit(1);
    },
  };
}
