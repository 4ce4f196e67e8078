import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { createProcesses, production, ready, startCommand } from "./process.ts";

const processes = createProcesses();
let databases: TestDatabase[] = [];
afterEach(async () => {
  await processes.stopAll();
  for (const database of databases) await database.drop();
  databases = [];
});

async function database(): Promise<TestDatabase> {
  const created = await createTestDatabase();
  databases.push(created);
  return created;
}

const startProcess = (environment: Record<string, string>, on?: TestDatabase) =>
  processes.start({ ...on?.settings, ...environment });

describe("the four ways to start", () => {
  it("D24 D25 trial: with nothing set it is ready, and stops cleanly on SIGTERM", async () => {
    const one = await startProcess({ DEMO_DATA: "off" }, await database());
    await ready(one);
    expect((await fetch(`http://localhost:${one.port}/readyz`)).status).toBe(200);
    expect(await (await fetch(`http://localhost:${one.port}/`)).text()).toContain(
      "Your campus, Your Marketplace !",
    );
    one.child.kill("SIGTERM");
    expect(await one.exit).toBe(0);
  });

  it(
    "production, complete: it is ready, without the development provider",
    { tags: "sweep" },
    async () => {
      const one = await startProcess(production, await database());
      await ready(one);
      expect(one.output()).toContain("https://market.college.edu");
      const response = await fetch(`http://127.0.0.1:${one.port}/`);
      expect(response.headers.get("strict-transport-security")).toContain("max-age");
      one.child.kill("SIGINT");
      expect(await one.exit).toBe(0);
    },
  );

  it("production with values missing: every fault is named and it exits with 1", async () => {
    const { CONTACT_EMAIL: _, COLLEGE_EMAIL_SUFFIX: __, ...rest } = production;
    const one = await startProcess({ ...rest, PORT: "none" });
    expect(await one.exit).toBe(1);
    for (const name of ["CONTACT_EMAIL", "COLLEGE_EMAIL_SUFFIX", "PORT"])
      expect(one.output()).toContain(`- ${name} `);
  });

  it.each([
    ["held demo data", "insert into settings (name, value) values ('demo_data', 'true')"],
    [
      "holds an account of the trial mode",
      `insert into identities (id, issuer, subject, email, name) values
        (gen_random_uuid(), 'urn:campus-marketplace:development', 'x', 'asha@college.edu', 'Asha')`,
    ],
  ])(
    "production on a database that %s: refused, until it is reset",
    { tags: "sweep" },
    async (_what, statement) => {
      const demo = await database();
      const client = new pg.Client({ connectionString: demo.url });
      await client.connect();
      await client.query(statement);
      await client.query(`insert into identities (id, issuer, subject, email, name) values
      (gen_random_uuid(), 'https://accounts.google.com', 'y', 'rohan@college.edu', 'Rohan')`);
      const one = await startProcess(production, demo);
      expect(await one.exit).toBe(1);
      expect(one.output()).toContain("npm run market -- reset-demo");
      const program = fileURLToPath(new URL("../src/market/market.ts", import.meta.url));
      const environment = { PATH: "/usr/bin:/bin", ...production, ...demo.settings };
      await promisify(execFile)(process.execPath, [program, "reset-demo"], { env: environment });
      const left = await client.query<{ email: string }>("select email from identities");
      await client.end();
      expect(left.rows).toEqual([{ email: "rohan@college.edu" }]);
      await ready(await startProcess(production, demo));
    },
  );

  it("says in one sentence that a port is taken", { tags: "sweep" }, async () => {
    const first = await startProcess({ DEMO_DATA: "off" }, await database());
    await ready(first);
    const second = await startProcess(
      { DEMO_DATA: "off", PORT: String(first.port) },
      await database(),
    );
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`Port ${first.port} is taken by another program.`);
  });

  it("sets one option of Node (decision 124), and no variable of the allocator", () => {
    expect(startCommand()).toMatch(
      /^NODE_ENV=production NODE_COMPILE_CACHE=\S+ exec node --max-semi-space-size=16 server\/src\/main\.ts$/,
    );
  });
});
