import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createDoor, type Socket } from "node:net";
import { join } from "node:path";
import { startFauxqs } from "fauxqs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { saveBackupOutcome } from "../backup/outcome.sql.ts";
import { createTestDatabase } from "../../test/database.ts";
import { type Faults, makeCertificate, startFrontProxy } from "../../test/services/front-proxy.ts";
import { startMailServer } from "../../test/services/mail-server.ts";
import { apart, mayMount } from "../../test/may-mount.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { runCli } from "../../test/run-cli.ts";
import { startPushService } from "../../test/services/push-service.ts";
import { createProcesses, freePort, production, ready } from "../../test/process.ts";
import { execute } from "../../test/postgres.ts";

const processes = createProcesses();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  await processes.stopAll();
  for (const close of closers.splice(0).reverse()) await close();
});

const command = "exec node_modules/.bin/node server/src/market/market.ts doctor";

/** @returns what the command prints, and how it exits */
async function runDoctor(
  given: Record<string, string>,
  { folder, args = "" }: { folder?: string; args?: string } = {},
): Promise<{ code: number | null; text: string }> {
  // A new process takes a second to start, so only tests of the folder or of a Node setting use one.
  if (folder === undefined && !("NODE_EXTRA_CA_CERTS" in given))
    return runCli({ ...production, ...given }, "doctor", ...args.split(" ").filter(Boolean));
  const options = { command: `${command} ${args}`, ...(folder && { folder }) };
  const one = await processes.start({ ...production, ...given }, options);
  return { code: await one.exit, text: one.output() };
}

async function database() {
  const created = await createTestDatabase();
  closers.push(created.drop);
  return created;
}

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const describeProvider = (issuer: string) =>
  JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  });

/** A provider that knows its client, and no code. */
async function provider({
  refusal = "invalid_grant",
  ahead = 0,
  refusedPrompt = "",
} = {}): Promise<string> {
  const issuer: string = await serve((request, response) => {
    response.setHeader("content-type", "application/json");
    response.setHeader("date", new Date(Date.now() + ahead * 1_000).toUTCString());
    if (request.url === "/token")
      return response.writeHead(400).end(JSON.stringify({ error: refusal }));
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    if (pathname === "/authorize") {
      if (refusedPrompt === "" || searchParams.get("prompt") !== refusedPrompt)
        return response.end("<form>");
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("state", searchParams.get("state") ?? "");
      back.searchParams.set("error", "invalid_request");
      back.searchParams.set("error_description", "Prompt value\nis not supported");
      return response.writeHead(302, { location: back.href }).end();
    }
    return response.end(describeProvider(issuer));
  });
  return issuer;
}

const expectFix = async (
  given: Record<string, string>,
  line: RegExp,
  options: Parameters<typeof runDoctor>[1] = {},
) => {
  const { code, text } = await runDoctor(given, options);
  const fixes = text.split("\n").filter((each) => each.startsWith("FIX"));
  expect(fixes.join("\n")).toMatch(line);
  expect(text).not.toContain("    at ");
  expect(code).toBe(1);
};

describe("the doctor on settings", () => {
  it("R716 names a half-set provider", async () => {
    await expectFix(
      { OIDC_CLIENT_SECRET: "" },
      /^FIX {3}Settings: OIDC_CLIENT_SECRET must be set in production .*\.env/m,
    );
  });

  it("R716 names a .env that cannot be read", async () => {
    const folder = await processes.makeFolder();
    mkdirSync(join(folder, ".env"));
    await expectFix({}, /^FIX {3}Settings: .*\.env cannot be read/m, { folder });
  });
});

describe("the doctor on the database", () => {
  it("R716 names one that is down", async () => {
    const url = `postgres://market@127.0.0.1:${await freePort()}/market`;
    await expectFix(
      { DATABASE_URL: url },
      /^FIX {3}Database: PostgreSQL at 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\).*Start PostgreSQL there/m,
    );
  });

  it("R716 names one that is too old", async () => {
    const url = await aged((await database()).url);
    await expectFix(
      { DATABASE_URL: url, DATABASE_SESSION_URL: url },
      /^FIX {3}Database: PostgreSQL 14 is too old\. Use a PostgreSQL 15 to 18/m,
    );
  });

  it("R716 names one that may lose what it has confirmed", async () => {
    const { url, settings } = await database();
    const name = new URL(url).pathname.slice(1);
    await execute(url, `alter database ${name} set synchronous_commit = off`);
    await expectFix(settings, /^FIX {3}Database: .*synchronous_commit off.*turn it on/m);
  });

  it("R716 names the demo data in it", async () => {
    const { url, settings } = await database();
    await execute(url, "insert into settings (name, value) values ('demo_data', 'true')");
    await expectFix(settings, /^FIX {3}Database: It holds demo data.*reset-demo/m);
  });

  it(
    "R716 R717 names a schema of a newer release, which no start touches",
    { tags: "sweep" },
    async () => {
      const { url, settings } = await database();
      await execute(
        url,
        "insert into migrations (version, name, run_at) values (999, 'later', now())",
      );
      await execute(url, "comment on table migrations is 'goes with releases from schema 998 on'");
      const sentence =
        /This database is of a newer release \(schema 999, this release knows \d+\): start that release again, or restore the backup made before it\./;
      await expectFix(settings, sentence);
      const one = await processes.start({ ...production, ...settings });
      expect(await one.exit).toBe(1);
      expect(one.output()).toMatch(sentence);
      expect(one.output()).not.toContain("    at ");
      const cases = await processes.start(
        { ...production, ...settings },
        { command: command.replace("doctor", "cases") },
      );
      expect(await cases.exit).toBe(1);
      expect(cases.output()).toMatch(sentence);
      expect(cases.output()).not.toContain("    at ");
    },
  );
});

describe("a schema of a newer release that says it goes with this one", () => {
  it(
    "R733 is left as it is, and the market opens, so that an upgrade can be taken back",
    { tags: "sweep" },
    async () => {
      const { url, settings } = await database();
      await execute(
        url,
        "insert into migrations (version, name, run_at) values (999, 'later', now())",
      );
      const one = await processes.start({ ...production, ...settings });
      await ready(one);
      const { text } = await runDoctor(settings);
      expect(text).toContain("Its schema (999) is of a newer release, and works with this one.");
    },
  );
});

describe("the doctor on the provider", () => {
  it(
    "R716 names an authority that this computer does not know, and believes it once it is named in .env",
    { tags: "sweep" },
    async () => {
      const { cert, private: key } = await makeCertificate("localhost");
      const server = createTlsServer({ cert, key }, (_request, response) =>
        response
          .setHeader("content-type", "application/json")
          .end(describeProvider(`https://localhost:${port}`)),
      ).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      closers.push(() => server.close());
      const given = { OIDC_ISSUER: `https://localhost:${port}` };
      await expectFix(
        given,
        /^FIX {3}Provider: Nobody can log in: .*authority that this computer does not trust.*It is signed by "localhost".*NODE_EXTRA_CA_CERTS/m,
      );
      const folder = await processes.makeFolder();
      writeFileSync(join(folder, "ca.pem"), cert);
      writeFileSync(join(folder, ".env"), `NODE_EXTRA_CA_CERTS=${join(folder, "ca.pem")}\n`);
      const { text } = await runDoctor(given, { folder });
      expect(text).toContain(`ok    Provider: https://localhost:${port} answers under this name.`);
    },
  );

  it("R716 names another issuer", { tags: "sweep" }, async () => {
    const issuer = await serve((_request, response) =>
      response
        .setHeader("content-type", "application/json")
        .end(describeProvider("https://id.college.edu")),
    );
    await expectFix(
      { OIDC_ISSUER: issuer },
      /^FIX {3}Provider: .*it calls itself https:\/\/id\.college\.edu.*Set OIDC_ISSUER=https:\/\/id\.college\.edu$/m,
    );
  });

  it("R716 names a wrong secret before a student tries to log in", async () => {
    const issuer = await provider({ refusal: "invalid_client" });
    await expectFix(
      { OIDC_ISSUER: issuer },
      /^FIX {3}Provider: .*OIDC_CLIENT_SECRET is wrong.*Copy both again/m,
    );
  });

  it("R716 knows that a wrong secret is an unauthorized client to some providers", async () => {
    const issuer = await provider({ refusal: "unauthorized_client" });
    await expectFix(
      { OIDC_ISSUER: issuer },
      /^FIX {3}Provider: .*OIDC_CLIENT_SECRET is wrong, or .*Copy it again.*authorization code flow/m,
    );
  });

  it("R982 names a prompt that the provider refuses, in the provider's own words", async () => {
    const issuer = await provider({ refusedPrompt: "select_account" });
    await expectFix(
      { OIDC_ISSUER: issuer },
      /^FIX {3}Provider: It refuses OIDC_PROMPT=select_account: invalid_request, Prompt value is not supported\. Set OIDC_PROMPT=login, or allow select_account at the provider$/m,
    );
    const accepted = await runDoctor({ OIDC_ISSUER: issuer, OIDC_PROMPT: "login" });
    expect(accepted.text).not.toContain("FIX   Provider");
  });

  it("R716 names a clock that is ten minutes off", async () => {
    const issuer = await provider({ ahead: 600 });
    await expectFix(
      { OIDC_ISSUER: issuer },
      /^FIX {3}Clock: This computer's clock is (599|600|601) s behind the provider's.*NTP/m,
    );
  });
});

describe("the doctor on photos and disk", () => {
  async function bucket(name: string) {
    const store = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
    closers.push(() => store.stop());
    store.createBucket("photos");
    const address = `http://127.0.0.1:${store.port}`;
    return {
      STORAGE_URL: `s3://${name}?endpoint=${address}&region=ap-south-1`,
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
    };
  }

  it("R716 names a bucket that is not there", async () => {
    await expectFix(
      await bucket("lost"),
      /^FIX {3}Photos: .*s3:\/\/lost.*there is no such bucket.*Make the bucket/m,
    );
  });

  it("R716 names a bucket that refuses writes", { tags: "sweep" }, async () => {
    const given = await bucket("photos");
    const endpoint = new URL(given.STORAGE_URL).searchParams.get("endpoint") ?? "";
    const guard = await serve((request, response) => {
      if (request.method === "PUT")
        return response
          .writeHead(403, { "content-type": "application/xml" })
          .end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
      request.resume();
      return void fetch(endpoint + request.url, { method: request.method ?? "GET" }).then(
        async (answer) => response.writeHead(answer.status).end(await answer.text()),
      );
    });
    await expectFix(
      { ...given, STORAGE_URL: given.STORAGE_URL.replace(endpoint, guard) },
      /^FIX {3}Photos: .*may not write.*PutObject/m,
    );
  });

  it("tests a bucket and leaves nothing in it", async () => {
    const { text } = await runDoctor(await bucket("photos"));
    expect(text).toMatch(/^ok {4}Photos: s3:\/\/photos.* can be written, read and cleaned\.$/m);
  });

  it.skipIf(!mayMount())("R716 names a disk that is nearly full", async () => {
    const folder = await processes.makeFolder();
    const data = join(folder, "small");
    mkdirSync(data);
    const inside = `mount -t tmpfs -o size=64m tmpfs ${data} && head -c 66000000 /dev/zero > ${data}/filler; ${command}`;
    const one = await processes.start(
      { ...production, DATA_DIR: data },
      { folder, command: `unshare ${apart.join(" ")} sh -c '${inside}'` },
    );
    expect(await one.exit).toBe(1);
    expect(one.output()).toMatch(/^FIX {3}Disk: The disk of .*small is 9\d % full: .*Make room/m);
  });
});

describe("the doctor on backups", () => {
  it("R716 names one that is old, and that there is none", async () => {
    const BACKUP_TO = await processes.makeFolder();
    await expectFix({ BACKUP_TO }, /^FIX {3}Backup: There is none in .*market -- backup/m);
    const old = new Date(Date.now() - 50 * 3_600_000).toISOString().slice(0, 19);
    const folder = join(BACKUP_TO, `${old.replaceAll(":", "-")}Z`);
    mkdirSync(folder);
    writeFileSync(join(folder, "SHA256SUMS"), "");
    await expectFix({ BACKUP_TO }, /^FIX {3}Backup: The last is 50 hours old/m);
  });
});

describe("the doctor on mail", () => {
  async function mailServer(options?: Parameters<typeof startMailServer>[0]) {
    const server = await startMailServer(options);
    closers.push(server.close);
    return server;
  }

  it("R716 R745 names a mail server that is not there, one that knows no such password, and one that refuses", async () => {
    const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`;
    await expectFix({ SMTP_URL }, /^FIX {3}Mail: No mail is sent through .*nothing listens there/m);
    const { url } = await mailServer({ user: "market" });
    await expectFix(
      { SMTP_URL: url.replace("secret", "wrong") },
      /^FIX {3}Mail: .*name or password is wrong \(EAUTH\).*SMTP_URL/m,
    );
    const strict = await mailServer();
    strict.judge = () => ({ code: 550 });
    await expectFix(
      { SMTP_URL: strict.url },
      /^FIX {3}Mail: .*refuses the sender or the recipient.*MAIL_FROM/m,
    );
  });

  it(
    "R745 trusts a mail server's authority once it is named, and asks for its name until then",
    { tags: "sweep" },
    async () => {
      const { cert, private: key } = await makeCertificate("localhost");
      const { url: SMTP_URL, mails } = await mailServer({ tls: { cert, key } });
      await expectFix(
        { SMTP_URL },
        /^FIX {3}Mail: .*authority that this computer does not trust.*NODE_EXTRA_CA_CERTS/m,
      );
      const file = join(await processes.makeFolder(), "ca.pem");
      writeFileSync(file, cert);
      const { text } = await runDoctor({ SMTP_URL, NODE_EXTRA_CA_CERTS: file });
      expect(text).toMatch(/^ok {4}Mail: localhost:\d+ took one/m);
      expect(mails).toHaveLength(1);
    },
  );

  it("R745 sends the operator one, and shows no password", async () => {
    const server = await mailServer({ user: "market" });
    const { text } = await runDoctor({ SMTP_URL: server.url, KEY_SECRET: "x".repeat(32) });
    expect(text).toMatch(/^ok {4}Mail: 127\.0\.0\.1:\d+ took one for help@college\.edu/m);
    expect(text).not.toContain("secret");
    expect(server.mails.map(({ to }) => to)).toEqual(["help@college.edu"]);
  });
});

describe("the doctor on push", () => {
  it("R716 says which push service does not answer, and that none is called without PUSH", async () => {
    const service = await startPushService();
    closers.push(service.close);
    const ca = join(await processes.makeFolder(), "push.pem");
    writeFileSync(ca, service.certificate);
    const given = { PUSH: "on", NODE_EXTRA_CA_CERTS: ca };
    const away = `localhost:${await freePort()}`;
    const { text } = await runDoctor({
      ...given,
      PUSH_SERVICES: `${service.host},${away},.push.example`,
    });
    expect(text).toContain(`ok    Push: ${service.host} answers.`);
    expect(text).toMatch(
      new RegExp(`^FIX {3}Push: Nothing is pushed through ${away}: .*port 443.*PUSH=off`, "m"),
    );
    const off = await runDoctor({ PUSH_SERVICES: service.host });
    expect(off.text).toMatch(/^note {2}Push: Nothing is pushed to phones: PUSH is off\./m);
  });
});

describe("the doctor on the proxy", () => {
  let market: TestMarket;
  let port: number;
  beforeAll(async () => {
    market = await openTestMarket({
      ...production,
      TRUSTED_PROXIES: "1",
      DEMO_DATA: "",
      // As in a sandbox: the doctor's own account can write to its folder.
      BACKUP_TO: "/sys/nowhere",
    });
    await market.app.listen({ port: 0, host: "127.0.0.1" });
    port = (market.app.server.address() as AddressInfo).port;
  });
  afterAll(() => market.close());

  async function behind(faults?: Faults): Promise<Record<string, string>> {
    const { origin, certificate, close } = await startFrontProxy(port, faults);
    closers.push(close);
    const file = join(await processes.makeFolder(), "ca.pem");
    writeFileSync(file, certificate);
    const { DATABASE_URL = "", DATABASE_SESSION_URL = "", DATA_DIR } = market.parts.config;
    return {
      PUBLIC_ORIGIN: origin,
      DATABASE_URL,
      DATABASE_SESSION_URL,
      DATA_DIR,
      NODE_EXTRA_CA_CERTS: file,
      OIDC_ISSUER: await provider(),
    };
  }

  it("R716 finds nothing to fix in a healthy market", async () => {
    const redirect = await serve((request, response) =>
      response.writeHead(301, { location: `https://localhost${request.url}` }).end(),
    );
    const args = `--http-port ${new URL(redirect).port}`;
    const { text } = await runDoctor(await behind(), { args });
    const odd = text.split("\n").filter((line) => line !== "" && !/^(ok|note) /.test(line));
    // The certificate of the test is good for a day.
    expect(odd).toEqual([expect.stringContaining("Its certificate ends on"), "To fix: 1"]);
    for (const words of [
      "http leads to https",
      "keeps the Host",
      "TRUSTED_PROXIES=1 is what is there",
      "Uploads of 80 MB come through",
      "cached nowhere",
      "knows our client id",
    ])
      expect(text).toContain(words);
  });

  it("R856 names a folder for backups that the running market cannot write to, and one on its own disk", async () => {
    const BACKUP_TO = await processes.makeFolder();
    const name = `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
    for (const each of [name, "2099-01-01T00-00-00Z"]) {
      mkdirSync(join(BACKUP_TO, each));
      writeFileSync(join(BACKUP_TO, each, "SHA256SUMS"), "");
    }
    const { code, text } = await runDoctor({ ...(await behind()), BACKUP_TO });
    expect(text).toMatch(/^ok {4}Backup: The last is 0 hours old\.$/m);
    expect(text).toMatch(/^note {2}Backup: 2099-01-01T00-00-00Z is dated in the future/m);
    expect(text).toContain(`note  Backup: ${BACKUP_TO} is on the disk of the market`);
    expect(text).toMatch(
      /^FIX {3}Backup: The running market cannot back up\. \/sys\/nowhere: .*market allow-backup/m,
    );
    expect(code).toBe(1);
  });

  it(
    "R856 does not call a folder writable whose disk it has named as not mounted",
    { tags: "sweep" },
    async () => {
      const BACKUP_TO = await processes.makeFolder();
      await saveBackupOutcome(market.parts.db, { place: BACKUP_TO, isApart: true });
      // Replaces a running market whose sandbox still has the disk.
      const running = await serve((request, response) => {
        request.resume();
        response.end("{}");
      });
      const PORT = new URL(running).port;
      const { text } = await runDoctor({ ...(await behind()), BACKUP_TO, PORT });
      expect(text).toContain(`FIX   Backup: The backup disk is not mounted: ${BACKUP_TO} `);
      expect(text).not.toContain("can write to BACKUP_TO");
      expect(text).toContain("note  Backup: The running market still writes to another disk");
    },
  );

  it(
    "R856 tries the running market at its own address when the public one leads nowhere",
    { tags: "sweep" },
    async () => {
      const PUBLIC_ORIGIN = `https://localhost:${await freePort()}`;
      const BACKUP_TO = await processes.makeFolder();
      const given = { ...(await behind()), PUBLIC_ORIGIN, BACKUP_TO };
      const { text } = await runDoctor({ ...given, PORT: String(port) });
      expect(text).toMatch(/^FIX {3}Address: https:.* cannot be opened/m);
      expect(text).toMatch(/^FIX {3}Backup: The running market cannot back up\. \/sys\/nowhere: /m);
      const stopped = await runDoctor({ ...given, PORT: String(await freePort()) });
      expect(stopped.text).toContain(
        "note  Backup: Whether the market can write to BACKUP_TO shows once it is running.",
      );
    },
  );

  it("R979 goes on to the end, in sentences, while the market and its database restart", async () => {
    let isReady = false;
    const DATABASE_URL = await doorTo((await database()).url, (client, open) => {
      // The first connection finds the database ready; the next ones are cut off.
      if (isReady) return void client.end();
      isReady = true;
      open().pipe(client);
    });
    const PUBLIC_ORIGIN = await serve((request, response) => {
      if (request.url === "/healthz") response.end("ok");
      else request.socket.destroy();
    });
    const { code, text } = await runDoctor({ PUBLIC_ORIGIN, DATABASE_URL });
    expect(text).not.toContain("    at ");
    for (const part of ["Database", "Address"])
      expect(text).toMatch(
        new RegExp(
          `^FIX {3}${part}: It could not be checked completely: .+\\. If the market is restarting, wait until it answers; then: npm run market -- doctor$`,
          "m",
        ),
      );
    expect(text).toMatch(/^To fix: \d+$/m);
    expect(code).toBe(1);
  });

  it("R716 names http that does not lead to https", { tags: "sweep" }, async () => {
    const plain = await serve((_request, response) => response.end("Welcome to nginx!"));
    const args = `--http-port ${new URL(plain).port}`;
    await expectFix(
      await behind(),
      /^FIX {3}Address: http:\/\/localhost:\d+\/ answers 200 and does not lead to https.*return 308/m,
      { args },
    );
  });

  it("R716 names a Host that the proxy changes", { tags: "sweep" }, async () => {
    await expectFix(
      await behind({ host: "127.0.0.1:3000" }),
      /^FIX {3}Address: The proxy changes the Host to 127\.0\.0\.1:3000.*proxy_set_header Host/m,
    );
  });

  it("R716 names a body limit of 1 MB", { tags: "sweep" }, async () => {
    await expectFix(
      await behind({ largestBody: 1024 * 1024 }),
      /^FIX {3}Address: Uploads of 80 MB do not come through \(413\).*client_max_body_size 80m/m,
    );
  });

  it(
    "R716 names two proxies of which one is trusted, and one that sends no X-Forwarded-For",
    { tags: "sweep" },
    async () => {
      await expectFix(
        await behind({ before: "198.51.100.4" }),
        /^FIX {3}Address: 2 proxies stand in front and 1 are trusted.*Set TRUSTED_PROXIES=2/m,
      );
      await expectFix(
        await behind({ isMute: true }),
        /^FIX {3}Address: The proxy does not set X-Forwarded-For.*proxy_set_header/m,
      );
    },
  );

  it("R716 names a service worker that a proxy caches", { tags: "sweep" }, async () => {
    await expectFix(
      await behind({ cachesWorker: true }),
      /^FIX {3}Address: The proxy caches \/service-worker\.js.*Exclude that path/m,
    );
  });

  it("shows how a request arrived only to a caller with the database's key", async () => {
    const { status } = await market.stranger.call("POST", "/arrival", { json: {} });
    expect(status).toBe(404);
  });
});

/** A proxy in front of a PostgreSQL. @param handle decides what passes */
async function doorTo(
  url: string,
  handle: (client: Socket, open: () => Socket) => void,
): Promise<string> {
  const to = new URL(url);
  const folder = to.searchParams.get("host");
  const server = createDoor((client) => {
    client.on("error", () => {});
    handle(client, () => {
      const own = folder
        ? connect(`${folder}/.s.PGSQL.5432`)
        : connect(Number(to.port), to.hostname);
      own.on("error", () => {});
      client.pipe(own);
      return own;
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => server.close());
  const door = new URL(url);
  door.search = "";
  door.hostname = "127.0.0.1";
  door.port = String((server.address() as AddressInfo).port);
  return door.href;
}

/** A proxy in front of a PostgreSQL that changes its version. */
const aged = (url: string): Promise<string> =>
  doorTo(url, (client, open) => {
    const own = open();
    own.on("data", (data: Buffer) =>
      client.write(
        Buffer.from(data.toString("latin1").replace(/1[5-8]00\d\d/, "140019"), "latin1"),
      ),
    );
    own.on("end", () => client.end());
  });
