import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openTestMarket } from "../../test/market.ts";
import { runCli } from "../../test/run-cli.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { syncErasures } from "./erasure-register.ts";
import { tryBackup } from "./run.ts";

const metricsToken = "a token of thirty-two characters.";
const password = "hush-hush";

/** A store that has the bucket and nothing in it. @returns its address without the scheme */
async function startStore(): Promise<string> {
  const store = createServer((request, response) => {
    if (request.method === "PUT") response.statusCode = 403;
    else if (!request.url?.includes("list-type")) response.statusCode = 404;
    response.setHeader("content-type", "application/xml").end("<ListBucketResult/>");
  }).listen(0, "127.0.0.1");
  await once(store, "listening");
  onTestFinished(() => void store.close());
  return `127.0.0.1:${(store.address() as AddressInfo).port}`;
}

it.each([
  ["before the bucket", (store: string) => `s3://key:${password}@bucket?endpoint=http://${store}`],
  ["with a slash", () => `s3://key:${password}/of@bucket/folder?region=eu-1`],
  ["with a slash, short", () => `s3://${password}/of@bucket`],
  ["of the endpoint", (store: string) => `s3://bucket?endpoint=http://key:${password}@${store}`],
  ["in the query", (store: string) => `s3://bucket?endpoint=http://${store}&secret=${password}`],
  ["after it", () => `s3://bucket#${password}`],
  ["of another kind of place", () => `https://key:${password}@backup.example/folder`],
])(
  "R1022 a password in the address of BACKUP_TO and STORAGE_URL, %s, is printed nowhere",
  async (_where, addressOf) => {
    const address = addressOf(await startStore());
    let printed = "";
    const market = await openTestMarket(
      {
        MODERATOR_EMAILS: "mod@cgu.example",
        METRICS_TOKEN: metricsToken,
        BACKUP_TO: address,
        AWS_ACCESS_KEY_ID: "key",
        AWS_SECRET_ACCESS_KEY: "secret",
        STORAGE_URL: "",
        LOG_LEVEL: "trace",
      },
      { write: (line) => void (printed += line) },
    );
    onTestFinished(() => market.close());
    const { parts } = market;
    const mod = await market.student("Mod");
    const backUp = recurringJobs(parts).find(({ name }) => name === "back-up");
    await expect(backUp?.work(undefined as never)).rejects.toThrow();
    await syncErasures(parts);
    printed += await tryBackup(parts.config, parts.db);
    printed += JSON.stringify((await mod.get("/api/operations")).body);
    const authorization = `Bearer ${metricsToken}`;
    printed += (await market.stranger.get("/metrics", { authorization })).text;
    const settings = {
      DATABASE_URL: parts.config.DATABASE_SESSION_URL,
      DATABASE_OWNER_URL: parts.config.DATABASE_OWNER_URL,
      DATA_DIR: parts.config.DATA_DIR,
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
      BACKUP_TO: address,
    };
    for (const args of [
      ["doctor"],
      ["status"],
      ["check-config"],
      ["backup"],
      ["backup", "--to", address],
      ["verify-backup"],
      ["restore", "--from", address],
    ])
      printed += (await runCli(settings, ...args)).text;
    const elsewhere = { ...settings, BACKUP_TO: undefined, STORAGE_URL: address };
    for (const args of [["doctor"], ["check-config"]])
      printed += (await runCli(elsewhere, ...args)).text;
    expect(printed).toContain("Backup: ");
    const lines = printed.split("\n").filter((line) => line.includes(password));
    expect(lines).toEqual([]);
  },
);
