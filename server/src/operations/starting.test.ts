import { once } from "node:events";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { startFauxqs } from "fauxqs";
import { afterEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { createProcesses, freePort, production as complete, ready } from "../../test/process.ts";

const production = { ...complete, OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` };

const processes = createProcesses();
const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  await processes.stopAll();
  for (const close of closers.splice(0).reverse()) await close();
});

async function database() {
  const created = await createTestDatabase();
  closers.push(created.drop);
  return created;
}

/** A port that leads to the database, once it is opened. */
async function doorTo(url: string) {
  const port = await freePort();
  const to = new URL(url);
  const folder = to.searchParams.get("host");
  const connectToDatabase = () =>
    folder ? connect(`${folder}/.s.PGSQL.5432`) : connect(Number(to.port), to.hostname);
  const server: Server = createServer((client) => {
    const own = connectToDatabase();
    client.pipe(own).pipe(client);
    for (const end of [client, own]) end.on("error", () => {});
  });
  const door = new URL(url);
  door.search = "";
  door.hostname = "127.0.0.1";
  door.port = String(port);
  return {
    url: door.href,
    async open() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      closers.push(() => void server.close());
    },
  };
}

async function serve(handle: Parameters<typeof createHttpServer>[1]): Promise<string> {
  const server: HttpServer = createHttpServer(handle ?? (() => {})).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const linesWith = (output: string, words: string) =>
  output.split("\n").filter((line) => line.includes(words));
const checkConfig = {
  command: "exec node_modules/.bin/node server/src/market/market.ts check-config",
};

describe("a database that is down at start", () => {
  it(
    "is waited for with a sentence, and the market opens when it comes",
    { tags: "sweep" },
    async () => {
      const door = await doorTo((await database()).url);
      const one = await processes.start({ ...production, DATABASE_URL: door.url });
      await expect
        .poll(() => linesWith(one.output(), "cannot be reached").length)
        .toBeGreaterThan(1);
      expect(one.output()).toMatch(
        /PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)/,
      );
      expect(one.output()).not.toMatch(/\\n {4}at |\n {4}at /);
      await door.open();
      await ready(one);
    },
  );

  it("does not keep the process from being stopped", { tags: "sweep" }, async () => {
    const url = `postgres://market@127.0.0.1:${await freePort()}/market`;
    const one = await processes.start({ ...production, DATABASE_URL: url });
    await expect.poll(() => one.output()).toContain("cannot be reached");
    one.child.kill("SIGTERM");
    expect(await one.exit).toBe(0);
  });

  it("is not waited for when it has no such database", { tags: "sweep" }, async () => {
    const url = new URL((await database()).url);
    url.pathname = "/no_such_database";
    const one = await processes.start({ ...production, DATABASE_URL: url.href });
    expect(await one.exit).toBe(1);
    expect(one.output()).toContain("refuses us at its database no_such_database");
    expect(one.output()).not.toContain("    at ");
  });
});

describe("the services that a market needs", () => {
  it(
    "a provider that does not answer is reported at start, which continues, and by check-config",
    { tags: "sweep" },
    async () => {
      const given = { ...production, ...(await database()).settings };
      const one = await processes.start(given);
      await ready(one);
      const sentence = `Nobody can log in: the provider ${production.OIDC_ISSUER} cannot be used: nothing listens there (ECONNREFUSED).`;
      await expect.poll(() => one.output()).toContain(sentence);
      const check = await processes.start(given, checkConfig);
      expect(await check.exit).toBe(1);
      expect(check.output()).toContain(sentence);
    },
  );

  it("a provider under another name is reported", { tags: "sweep" }, async () => {
    const issuer = await serve((_request, response) =>
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ issuer: "https://id.college.edu" })),
    );
    const check = await processes.start({ ...production, OIDC_ISSUER: issuer }, checkConfig);
    expect(await check.exit).toBe(1);
    expect(check.output()).toContain(`it calls itself https://id.college.edu, not ${issuer}`);
  });

  it("an address that is no provider is reported with its answer", { tags: "sweep" }, async () => {
    const issuer = await serve((_request, response) => response.writeHead(404).end("nothing"));
    const check = await processes.start({ ...production, OIDC_ISSUER: issuer }, checkConfig);
    expect(await check.exit).toBe(1);
    expect(check.output()).toContain(`it answered 404 for ${issuer}/.well-known/`);
  });

  it(
    "a missing bucket is reported at start and by check-config, an existing one is not",
    { tags: "sweep" },
    async () => {
      const store = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
      closers.push(() => store.stop());
      store.createBucket("photos");
      const given = (bucket: string) => ({
        STORAGE_URL: `s3://${bucket}?endpoint=http://127.0.0.1:${store.port}&region=ap-south-1`,
        AWS_ACCESS_KEY_ID: "key",
        AWS_SECRET_ACCESS_KEY: "secret",
        DEMO_DATA: "off",
      });
      const one = await processes.start({ ...given("lost"), ...(await database()).settings });
      await ready(one);
      await expect
        .poll(() => one.output())
        .toMatch(/Photos cannot be stored in s3:\/\/lost.*there is no such bucket/);
      const wrong = await processes.start(given("lost"), checkConfig);
      expect(await wrong.exit).toBe(1);
      expect(wrong.output()).toContain("there is no such bucket");
      const right = await processes.start(given("photos"), checkConfig);
      expect(await right.exit).toBe(0);
      expect(right.output()).not.toContain("cannot be stored");
    },
  );

  it(
    "a wrong client secret is reported with the provider's code at the first sign-in",
    { tags: "sweep" },
    async () => {
      const issuer: string = await serve((request, response) => {
        response.setHeader("content-type", "application/json");
        if (request.url === "/token")
          return response
            .writeHead(401)
            .end('{"error":"invalid_client","error_description":"asha@college.edu"}');
        const [authorization_endpoint, token_endpoint, jwks_uri] = ["a", "token", "keys"].map(
          (path) => `${issuer}/${path}`,
        );
        return response.end(
          JSON.stringify({ issuer, authorization_endpoint, token_endpoint, jwks_uri }),
        );
      });
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const one = await processes.start({
        ...production,
        ...(await database()).settings,
        OIDC_ISSUER: issuer,
        PORT: String(port),
        PUBLIC_ORIGIN: origin,
      });
      await ready(one);
      const begun = await fetch(`${origin}/api/auth/start?mode=redirect&attempt=try-1`, {
        redirect: "manual",
      });
      const cookie = begun.headers.getSetCookie().map((each) => each.split(";")[0]);
      const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state");
      await fetch(`${origin}/api/auth/callback?code=x&state=${state}`, {
        headers: { cookie: cookie.join("; ") },
        redirect: "manual",
      });
      await expect.poll(() => one.output()).toContain("invalid_client");
      expect(one.output()).toContain("OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is wrong");
      expect(one.output()).not.toContain("asha@college.edu");
    },
  );
});
