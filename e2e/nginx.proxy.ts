import { join } from "node:path";
import { startEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { browserArguments } from "../scripts/browser.mjs";
import { makeCertificate } from "../scripts/certificate.mjs";
import { startNginx } from "../scripts/nginx.mjs";
import {
  campusBrowserArguments,
  domain,
  freePorts,
  type Process,
  startProcess,
  startProvider,
  temporaryFolder,
} from "./campus.ts";
import { campusStory } from "./campus-story.ts";
import { expect, test } from "./market.ts";

const certificate = await makeCertificate(domain);

test.use({
  launchOptions: {
    executablePath: process.env["CHROMIUM_PATH"],
    args: [...browserArguments, ...campusBrowserArguments(certificate)],
  },
});

test("a campus with two processes behind nginx, restarted in turn", async ({ openBrowser }) => {
  const [one, other, http, https] = (await freePorts(4)) as [number, number, number, number];
  const origin = `https://${domain}:${https}`;
  const data = temporaryFolder();
  const log = { info: () => undefined, warn: console.warn };
  const database = await startEmbeddedDatabase({ dataDir: data.folder("database"), log });
  const provider = await startProvider();
  const photos = data.folder("data");
  const processes: Process[] = [];
  for (const port of [one, other]) {
    processes.push(
      await startProcess(port, photos, {
        ...provider.environment,
        DATABASE_URL: database.url,
        PUBLIC_ORIGIN: origin,
        TRUSTED_PROXIES: "1",
      }),
    );
  }
  const nginx = await startNginx({
    folder: join(data.path, "nginx"),
    domain,
    certificate,
    ports: { http, https },
    processes: [one, other],
  });
  try {
    const plain = await fetch(`http://127.0.0.1:${http}/buy?q=lamp`, {
      headers: { host: domain },
      redirect: "manual",
    });
    expect(plain.status).toBe(308);
    await campusStory({
      origin,
      provider,
      openBrowser,
      async restart(meanwhile) {
        for (const market of processes) {
          await market.stop();
          await meanwhile();
          await market.start();
        }
      },
    });
  } finally {
    await nginx.close();
    for (const market of processes) await market.stop();
    await provider.close();
    await database.stop();
    data.remove();
  }
});
