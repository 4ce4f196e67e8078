import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { runCli } from "../../test/run-cli.ts";
import { createProcesses, production, ready } from "../../test/process.ts";

const processes = createProcesses();
const databases: TestDatabase[] = [];
afterEach(async () => {
  await processes.stopAll();
  for (const one of databases.splice(0)) await one.drop();
});

async function database(): Promise<Record<string, string>> {
  const created = await createTestDatabase();
  databases.push(created);
  return { ...created.settings, DEMO_DATA: "" };
}

const trial = async () => ({ ...(await database()), DEMO_DATA: "off" });

function ask(port: number, headers: Record<string, string>): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: "/", headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve([response.statusCode ?? 0, text]));
    });
    sent.on("error", reject).end();
  });
}

describe("a file .env in the working directory", () => {
  const text = Object.entries(production).map(([name, value]) => `${name}="${value}"\n`);

  it("is read, and the environment wins over it", { tags: "sweep" }, async () => {
    const folder = await processes.makeFolder();
    writeFileSync(join(folder, ".env"), `${text.join("")}CONTACT_EMAIL=lost@college.edu\nPORT=1\n`);
    const given = { ...(await database()), CONTACT_EMAIL: "found@college.edu" };
    const one = await processes.start(given, { folder });
    await ready(one);
    expect(one.output()).toContain("https://market.college.edu");
    const [, page] = await ask(one.port, { host: "market.college.edu" });
    expect(page).toContain("found@college.edu");
    expect(page).not.toContain("lost@college.edu");
  });

  it("that cannot be read is a fault, not a trial", async () => {
    const folder = await processes.makeFolder();
    mkdirSync(join(folder, ".env"));
    const one = await processes.start(await trial(), { folder });
    expect(await one.exit).toBe(1);
    expect(one.output()).toContain(`${join(folder, ".env")} cannot be read`);
    expect(one.output()).not.toContain("    at ");
  });

  it("is named by check-config, with what in it is no setting", async () => {
    const folder = await processes.makeFolder();
    const command = "exec node_modules/.bin/node server/src/market/market.ts check-config";
    writeFileSync(join(folder, ".env"), "CAMPUS_NAME=Hill\nCAMPUS_NAMES=Hills\nTZ=UTC\n");
    const one = await processes.start(await trial(), { folder, command });
    await one.exit;
    expect(one.output()).toContain(join(folder, ".env"));
    expect(one.output()).toContain("CAMPUS_NAMES, which is no setting");
    expect(one.output()).not.toMatch(/CAMPUS_NAME,|TZ/);
  });
});

describe("trial mode", () => {
  it("says so in its first line, and where the database is", async () => {
    const folder = await processes.makeFolder();
    const one = await processes.start({ DEMO_DATA: "off" }, { folder });
    // As root below a closed folder it is elsewhere.
    const pointer = join(folder, "data", "postgres.location");
    const moved = () => (existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : undefined);
    try {
      await ready(one);
      expect(one.output().split("\n")[0]).toMatch(/^Trial mode: /);
      const home = moved() ?? join(folder, "data", "postgres");
      expect(one.output()).toContain(`The database is in ${home}`);
    } finally {
      // A process that is killed leaves its database running.
      one.child.kill("SIGTERM");
      expect(await one.exit).toBe(0);
      const left = moved();
      if (left !== undefined) rmSync(left, { recursive: true });
    }
  });

  it(
    "refuses what comes through a proxy from elsewhere and says why once, and the doctor finds nothing to fix",
    { tags: "sweep" },
    async () => {
      const given = await trial();
      const one = await processes.start(given);
      await ready(one);
      const own = `localhost:${one.port}`;
      const strange: Record<string, string>[] = [
        { host: "market.college.edu" },
        { host: "127.evil.example" },
        { host: own, "x-forwarded-host": "market.college.edu" },
        { host: own, "x-forwarded-for": "203.0.113.7" },
        { host: own, "x-forwarded-for": "127.0.0.1, 2001:db8::7" },
        { host: own, forwarded: 'for="[2001:db8::7]";host=market.college.edu' },
        { host: own, "x-real-ip": "203.0.113.7" },
      ];
      for (const headers of strange) {
        const [status, text] = await ask(one.port, headers);
        expect([headers, status]).toEqual([headers, 503]);
        expect(text).toContain('"code":"trial-elsewhere"');
        expect(text).not.toContain("Your campus");
      }
      const fine: Record<string, string>[] = [
        { host: own },
        { host: own, "x-forwarded-for": "127.0.0.1, ::1", "x-forwarded-host": own },
        { host: own, forwarded: `for="[::1]:4711";host="${own}";proto=http` },
      ];
      for (const headers of fine)
        expect([headers, (await ask(one.port, headers))[0]]).toEqual([headers, 200]);
      expect(one.output().match(/trial mode answers only/g)).toHaveLength(1);
      const doctor = await runCli({ ...given, PORT: String(one.port) }, "doctor");
      expect(doctor.text).toMatch(/^ok {4}Address: http:\/\/localhost:\d+ answers\.$/m);
      expect(doctor).toMatchObject({
        code: 0,
        text: expect.stringMatching(/^Nothing to fix\.$/m),
      });
    },
  );

  it("listens to other computers only when configured to", { tags: "sweep" }, async () => {
    const one = await processes.start({ ...(await trial()), HOST: "0.0.0.0" });
    expect(await one.exit).toBe(1);
    expect(one.output()).toContain("- HOST ");
    expect(one.output()).toContain("TRIAL_OPEN=on");
    const open = await processes.start({
      ...(await trial()),
      HOST: "0.0.0.0",
      TRIAL_OPEN: "on",
    });
    await ready(open);
    expect((await ask(open.port, { host: "192.0.2.1" }))[0]).toBe(200);
  });

  it("is refused on a database that has been in production", { tags: "sweep" }, async () => {
    const given = await database();
    const market = await processes.start({ ...given, ...production });
    await ready(market);
    market.child.kill("SIGTERM");
    await market.exit;
    const one = await processes.start({ ...given, DEMO_DATA: "off" });
    expect(await one.exit).toBe(1);
    expect(one.output()).toContain("This database has been in production");
    const command =
      "exec node_modules/.bin/node server/src/market/market.ts token --email a@cgu.example";
    const token = await processes.start(given, { command });
    expect(await token.exit).toBe(1);
    expect(token.output()).toContain("This database has been in production");
  });

  it(
    "is refused in a data folder that has been in production, whatever the database",
    { tags: "sweep" },
    async () => {
      const folder = await processes.makeFolder();
      const market = await processes.start({ ...(await database()), ...production }, { folder });
      await ready(market);
      market.child.kill("SIGTERM");
      await market.exit;
      const one = await processes.start(await trial(), { folder });
      expect(await one.exit).toBe(1);
      expect(one.output()).toContain("This data folder has been in production");
    },
  );

  it("may be said aloud, and so may production", { tags: "sweep" }, async () => {
    const one = await processes.start({ ...(await trial()), ...production, MODE: "trial" });
    expect(await one.exit).toBe(1);
    expect(one.output()).toContain("- MODE is trial");
    const other = await processes.start({ ...(await trial()), MODE: "production" });
    expect(await other.exit).toBe(1);
    expect(other.output()).toContain("- OIDC_ISSUER must be set in production");
  });
});
