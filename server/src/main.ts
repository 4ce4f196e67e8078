import type { FastifyInstance } from "fastify";
import { buildApp, type Market, openMarket } from "./app.ts";
import { describeCause } from "./config/cause.ts";
import { marketCommand, startCommand } from "./config/command-name.ts";
import { type Config, ConfigError } from "./config/config.ts";
import { configWarnings, readSettings } from "./config/environment-file.ts";
import { createLog, type Log } from "./config/log.ts";
import { passedSocket, notifyReady } from "./config/systemd.ts";
import { recurringJobs } from "./operations/recurring.ts";
import { embeddedNote } from "./operations/health.routes.ts";
import { type DatabaseClock, openClock } from "./operations/clock.ts";
import { findFaults } from "./operations/self-check.ts";
import {
  holdsTrialData,
  markProduction,
  productionInDatabase,
  productionInFolder,
} from "./operations/production-mark.ts";

/** Milliseconds for running requests at shutdown. */
const drain = 10_000;
/** Milliseconds between saves of the counts; a killed process loses those in between. */
const saveEvery = 10_000;
/** Beyond it the system lets clients try again after seconds. */
const backlog = 4096;

const trialNote =
  "Trial mode: a demo campus where anyone can log in as any student. To run a market for your campus, see docs/operate/install.md.";

class StartError extends Error {}

async function run(config: Config): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  const log = createLog(config.LOG_LEVEL);
  const stop = stopper(closers, log);
  if (config.mode === "trial") refuse(productionInFolder(config));
  const context = await openMarket(config, log).catch((error: Error) => {
    throw new StartError(error.message, { cause: error });
  });
  closers.push(context.close);
  const clock = openClock(context.db, context.log);
  try {
    await admit(context);
    const app = await buildApp(context);
    closers.push(() => app.close());
    if (config.mode === "trial") await startTrial(context, closers);
    await context.jobs.start(clock.guard(recurringJobs(context)));
    await listen(app, config);
  } catch (error) {
    await stop.quietly();
    throw error;
  }
  void context.databaseLost.then((reason) => reason && stop.because(reason.message));
  announce(context);
  notifyReady();
  closers.push(await watch(context, clock));
}

/** A production database must never contain accounts of trial mode, to which every visitor can sign in. */
async function admit({ config, db }: Market): Promise<void> {
  if (config.mode === "trial") return refuse(await productionInDatabase(db));
  if (await holdsTrialData(db))
    refuse(
      `This database holds demo data or accounts of the trial mode, where anyone can log in as any student. Use another database, or remove them with their listings: ${marketCommand} reset-demo`,
    );
  await markProduction(db, config);
}

async function watch(context: Market, clock: DatabaseClock): Promise<() => Promise<void>> {
  const { config, db, storage, counters, log } = context;
  void findFaults(config, storage).then((faults) => {
    for (const fault of faults) log.warn(fault);
  });
  const end = await clock.watch();
  const save = () =>
    counters
      .save(db)
      .catch((error: unknown) => log.warn({ err: error }, "statistics were not saved"));
  const timer = setInterval(() => void save(), saveEvery).unref();
  return async () => {
    end();
    clearInterval(timer);
    await save();
  };
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new StartError(reason);
}

/** Starts the provider where anyone can sign in as any student, and fills an empty database. */
async function startTrial(context: Market, closers: (() => Promise<unknown>)[]): Promise<void> {
  const { config, log } = context;
  const { startDevelopmentProvider } = await import("./development/provider.ts");
  const { demoStudents, outsider } = await import("@market/fixtures/demo-students");
  const provider = await startDevelopmentProvider({
    config,
    demoStudents: [...demoStudents, outsider],
    log,
  }).catch(explainPort(config.DEVELOPMENT_PROVIDER_PORT, "DEVELOPMENT_PROVIDER_PORT"));
  closers.push(provider.close);
  if (config.DEMO_DATA) {
    const { loadDemoData } = await import("./development/demo.ts");
    await loadDemoData(context);
  }
}

function explainPort(port: number, setting: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StartError(
      `Port ${port} is taken by another program. Stop it, or choose another one: ${setting}=${port + 10} ${startCommand}`,
    );
  };
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<void> {
  const place = { host: HOST, ...(passedSocket() ?? { port: PORT, backlog }) };
  await app.listen(place).catch(explainPort(PORT, "PORT"));
}

function announce({ config, databaseHome }: Market): void {
  const lines = [`Campus Marketplace is ready: ${config.PUBLIC_ORIGIN}`];
  if (config.mode === "trial")
    lines.push("Log in as any student of the demo campus. Press Ctrl-C to stop.");
  if (databaseHome !== undefined) lines.push(`The database is in ${databaseHome}`);
  if (config.mode === "production" && config.DATABASE_URL === undefined) lines.push(embeddedNote);
  console.log(lines.join("\n"));
}

/** Closes everything on a signal or an unexpected error. */
function stopper(closers: (() => Promise<unknown>)[], log: Log) {
  let stopping: Promise<void> | undefined;
  const closeAll = async () => {
    setTimeout(() => process.exit(1), drain + 20_000).unref();
    for (const closer of closers.splice(0).reverse()) {
      await closer().catch((error: unknown) => console.error("while stopping:", error));
    }
  };
  const quietly = () => (stopping ??= closeAll());
  const exit = (code: number) => {
    void quietly().then(() => process.exit(code));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      // Stopping takes seconds, in which a user might press Ctrl-C again.
      if (stopping === undefined && process.stdout.isTTY) console.log("\nStopping…");
      exit(0);
    });
  // Rejected promises that nothing handles arrive here as well. The state is unknown, so the process ends, and is restarted.
  process.on("uncaughtException", (error) => {
    const cause = describeCause(error);
    log.fatal({ cause, stack: error.stack }, "unexpected error: the market stops");
    exit(1);
  });
  return {
    quietly,
    because(reason: string) {
      console.error(`Stopping: ${reason}`);
      exit(1);
    },
  };
}

try {
  const { file, config } = readSettings();
  if (config.mode === "trial") console.log(trialNote);
  for (const warning of configWarnings(file, config)) console.log(warning);
  await run(config);
} catch (error) {
  const known = error instanceof ConfigError || error instanceof StartError;
  console.error(known ? error.message : error);
  process.exit(1);
}
