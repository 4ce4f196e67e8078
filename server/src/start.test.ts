import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./test/database.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

const production = {
  PUBLIC_ORIGIN: "https://market.college.edu",
  OIDC_ISSUER: "https://accounts.google.com",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "secret",
  COLLEGE_EMAIL_SUFFIX: "@college.edu",
  CONTACT_EMAIL: "help@college.edu",
};

type Started = {
  child: ChildProcess;
  port: number;
  output(): string;
  exit: Promise<number | null>;
};

let started: Started[] = [];
let databases: TestDatabase[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const { child, exit } of started) {
    child.kill("SIGKILL");
    await exit;
  }
  for (const database of databases) await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  started = [];
  databases = [];
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function startProcess(
  environment: Record<string, string>,
  database?: TestDatabase,
): Promise<Started> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "market-start-"));
  folders.push(folder);
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: "/usr/bin:/bin",
      PORT: String(port),
      DEVELOPMENT_PROVIDER_PORT: String(await freePort()),
      DATA_DIR: folder,
      ...database?.settings,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const exit = once(child, "exit").then(([code]) => code as number | null);
  const one = { child, port, output: () => text, exit };
  started.push(one);
  return one;
}

async function database(): Promise<TestDatabase> {
  const created = await createTestDatabase();
  databases.push(created);
  return created;
}

async function ready({ output, exit }: Started): Promise<void> {
  let ended = false;
  void exit.then(() => (ended = true));
  await expect.poll(() => ended || output().includes("is ready"), { timeout: 20_000 }).toBe(true);
  expect(output()).toContain("Campus Marketplace is ready");
}

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

  it("production, complete: it is ready, without the development provider", async () => {
    const one = await startProcess(production, await database());
    await ready(one);
    expect(one.output()).toContain("https://market.college.edu");
    const response = await fetch(`http://127.0.0.1:${one.port}/`);
    expect(response.headers.get("strict-transport-security")).toContain("max-age");
    one.child.kill("SIGINT");
    expect(await one.exit).toBe(0);
  });

  it("production with values missing: every fault is named and it exits with 1", async () => {
    const { CONTACT_EMAIL: _, COLLEGE_EMAIL_SUFFIX: __, ...rest } = production;
    const one = await startProcess({ ...rest, PORT: "none" });
    expect(await one.exit).toBe(1);
    for (const name of ["CONTACT_EMAIL", "COLLEGE_EMAIL_SUFFIX", "PORT"])
      expect(one.output()).toContain(`- ${name} `);
  });

  it("production on a database that held demo data: refused", async () => {
    const demo = await database();
    const client = new pg.Client({ connectionString: demo.url });
    await client.connect();
    await client.query("insert into settings (name, value) values ('demo_data', 'true')");
    await client.end();
    const one = await startProcess(production, demo);
    expect(await one.exit).toBe(1);
    expect(one.output()).toContain("npm run market -- reset-demo");
  });

  it("says in one sentence that a port is taken", async () => {
    const first = await startProcess({ DEMO_DATA: "off" }, await database());
    await ready(first);
    const second = await startProcess(
      { DEMO_DATA: "off", PORT: String(first.port) },
      await database(),
    );
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`Port ${first.port} is taken by another program.`);
  });
});
