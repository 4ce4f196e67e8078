import cookie from "@fastify/cookie";
import { demoStudents, outsider } from "@market/fixtures/demo-students";
import type { DestinationStream } from "pino";
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type RawServerDefault,
} from "fastify";
import { type Config, loadConfig } from "../src/config/config.ts";
import { type Database, openDatabase } from "../src/db/database.ts";
import { startDevelopmentProvider } from "../src/development/provider.ts";
import { createServe } from "../src/http/serve.ts";
import { createRateLimiter } from "../src/http/rate-limit.ts";
import { Counters } from "../src/statistics/counters.ts";
import { handleErrors } from "../src/http/problem.ts";
import { createLog } from "../src/config/log.ts";
import { createSessionNames } from "../src/http/session-names.ts";
import { loadApplicationKeys } from "../src/db/secrets.ts";
import { createTestDatabase } from "./database.ts";
import { createClient, type TestClient } from "./client.ts";
import { userRoutes } from "../src/students/students.routes.ts";
import { type Identity, openIdentity } from "../src/identity/identity.ts";
import { moveSubscription } from "../src/notices/push.sql.ts";
import { identityRoutes } from "../src/identity/identity.routes.ts";
import { createBrowser, type TestBrowser } from "./browser.ts";

export const origin = "http://localhost:3170";

/** One process of the product, with identity and users only. */
export type TestProcess = { app: FastifyInstance; identity: Identity };

export type SignInTest = TestProcess & {
  db: Database;
  config: Config;
  browser(): TestBrowser;
  /** A browser on another process. */
  browserOf(app: FastifyInstance): TestBrowser;
  /** Signs in with a browser of its own. @returns its token */
  tokenOf(email: string): Promise<string>;
  client(token?: string): TestClient;
  /** One more process on the same database. */
  anotherProcess(environment?: Record<string, string>): Promise<TestProcess>;
  close(): Promise<void>;
};

/** Identity and users on a database of their own, with the development provider beside them. */
export async function openSignInTest(
  environment: Record<string, string> = {},
  logTo?: DestinationStream,
): Promise<SignInTest> {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, () => undefined);
  const log = createLog("silent");
  const settings = {
    PUBLIC_ORIGIN: origin,
    DATABASE_URL: database.url,
    LOG_LEVEL: "silent",
    ...environment,
  };
  const provider = await startDevelopmentProvider({
    config: { ...loadConfig(settings), DEVELOPMENT_PROVIDER_PORT: 0 },
    demoStudents: [...demoStudents, outsider],
    log,
  });
  const config = loadConfig({ ...settings, DEVELOPMENT_PROVIDER_PORT: String(provider.port) });
  const processes: FastifyInstance[] = [];
  const open = async (changed: Config): Promise<TestProcess> => {
    const identity = openIdentity({
      config: changed,
      db,
      ...(await loadApplicationKeys(db, changed.KEY_SECRET)),
    });
    const app = await buildProcess(identity, logTo);
    processes.push(app);
    return { app, identity };
  };
  const { app, identity } = await open(config);
  return {
    app,
    identity,
    db,
    config,
    browser: () => createBrowser(app, origin),
    browserOf: (other) => createBrowser(other, origin),
    async tokenOf(email) {
      const browser = createBrowser(app, origin);
      await browser.signIn(email);
      return (await browser.token()).body.token;
    },
    client: (token) => createClient(app, token),
    anotherProcess: (changes = {}) =>
      open(
        loadConfig({ ...settings, DEVELOPMENT_PROVIDER_PORT: String(provider.port), ...changes }),
      ),
    async close() {
      await Promise.all(processes.map((one) => one.close()));
      await provider.close();
      await db.close();
      await database.drop();
    },
  };
}

async function buildProcess(
  identity: Identity,
  logTo?: DestinationStream,
): Promise<FastifyInstance> {
  const options: FastifyHttpOptions<RawServerDefault> = logTo
    ? { loggerInstance: createLog("info", logTo) }
    : {};
  const app = Fastify(options);
  app.decorateRequest("currentUser");
  handleErrors(app);
  await app.register(cookie);
  const serve = createServe(
    app,
    identity.authentication,
    identity.config.PUBLIC_ORIGIN,
    createSessionNames(identity.applicationKey),
  );
  const limiter = createRateLimiter({
    perMinute: Infinity,
    trustedProxies: identity.config.TRUSTED_PROXIES,
    log: app.log,
  });
  identityRoutes(app, serve, identity, {
    limiter,
    counters: new Counters(),
    events: { sessionReplaced: moveSubscription },
  });
  userRoutes(serve, {
    db: identity.db,
    events: { stayedOn: async () => undefined, registered: async () => undefined },
    changes: { announce: () => undefined },
  });
  await app.ready();
  return app;
}
