import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:http2";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmbeddedDatabase } from "@market/server/db/postgres/embedded";
import { browserArguments } from "../scripts/browser.mjs";
import { startCaddy } from "../scripts/caddy.mjs";
import { makeCertificate } from "../scripts/certificate.mjs";
import { startNginx } from "../scripts/nginx.mjs";
import {
  campusBrowserArguments,
  type Process,
  startProcess,
  startProvider,
  temporaryFolder,
} from "./support/campus.ts";
import { freePorts } from "./support/ports.ts";
import { campusStory } from "./support/campus-story.ts";
import { expect, test } from "./support/market.ts";

const run = promisify(execFile);
const doctor = fileURLToPath(new URL("../server/src/market/market.ts", import.meta.url));
/** The doctor resolves the name on this computer. */
const domain = "localhost";
const certificate = await makeCertificate(domain);

test.use({
  launchOptions: {
    executablePath: process.env["CHROMIUM_PATH"],
    args: [...browserArguments, ...campusBrowserArguments(certificate)],
  },
});

for (const [name, startInFront] of Object.entries({ nginx: startNginx, caddy: startCaddy })) {
  test(`a campus with two processes behind ${name}, restarted in turn`, async ({ openBrowser }) => {
    const [one, other, http, https] = (await freePorts(4)) as [number, number, number, number];
    const origin = `https://${domain}:${https}`;
    const data = temporaryFolder();
    const log = { info: () => undefined, warn: console.warn };
    const database = await startEmbeddedDatabase({ dataDir: data.folder("database"), log });
    const provider = await startProvider();
    const photos = data.folder("data");
    const settings = {
      ...provider.environment,
      DATABASE_URL: database.url,
      PUBLIC_ORIGIN: origin,
      TRUSTED_PROXIES: "1",
    };
    const processes: Process[] = [];
    for (const port of [one, other]) processes.push(await startProcess(port, photos, settings));
    const proxy = await startInFront({
      folder: join(data.path, name),
      domain,
      certificate,
      ports: { http, https },
      processes: [one, other],
    });
    try {
      await expectHttps(origin, http);
      await expectNoSpoofing(origin);
      const trusted = join(data.path, "ca.pem");
      writeFileSync(trusted, certificate.cert);
      const { stdout } = await run(process.execPath, [doctor, "doctor", "--http-port", `${http}`], {
        cwd: data.path,
        env: { ...settings, DATA_DIR: photos, NODE_EXTRA_CA_CERTS: trusted },
      }).catch((error: { stdout: string }) => error);
      expect(stdout).toContain("ok    Address: http leads to https.");
      expect(stdout).toContain("ok    Address: /service-worker.js is cached nowhere.");
      expect(stdout).toContain("ok    Address: The proxy keeps the Host.");
      expect(stdout).toContain("ok    Address: TRUSTED_PROXIES=1 is what is there.");
      expect(stdout).toContain("ok    Address: Uploads of 80 MB come through.");
      // All but the certificate, which is good for a day.
      expect(stdout.match(/^FIX.*$/gm)).toEqual([expect.stringContaining("Its certificate ends")]);
      await campusStory({
        origin,
        provider,
        openBrowser,
        async restart(whileStopped) {
          for (const market of processes) {
            await market.stop();
            await whileStopped();
            await market.start();
          }
        },
      });
      const unknown = request(`${origin}/u/secret-of-a-mail`, { ca: certificate.cert }).end();
      await once(unknown, "response");
      await expectNothingSecretIn(join(data.path, name, "market.log"), name === "nginx");
    } finally {
      await proxy.close();
      for (const market of processes) await market.stop();
      await provider.close();
      await database.stop();
      data.remove();
    }
  });
}

async function expectHttps(origin: string, http: number): Promise<void> {
  const plain = await fetch(`http://127.0.0.1:${http}/buy?q=lamp`, {
    headers: { host: domain },
    redirect: "manual",
  });
  expect(plain.status).toBe(308);
  const session = connect(origin, { ca: certificate.cert });
  const [headers] = (await once(session.request({ ":path": "/about" }), "response")) as [
    Record<string, string | number>,
  ];
  expect(session.alpnProtocol).toBe("h2");
  expect(headers[":status"]).toBe(200);
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  session.destroy();
}

/** Caddy logs requests only when configured to. */
async function expectNothingSecretIn(path: string, isLogged: boolean): Promise<void> {
  expect(existsSync(path)).toBe(isLogged);
  if (!isLogged) return;
  const log = () => readFileSync(path, "utf8");
  await expect.poll(log).toContain('"GET /u/..." 404');
  expect(log()).toMatch(/"GET \/api\/auth\/callback" [23]0/);
  expect(log()).not.toMatch(/[?&](code|state|q)=|secret-of-a-mail/);
}

/** Descriptions are limited to ten an hour per address, whatever address a client claims. */
async function expectNoSpoofing(origin: string): Promise<void> {
  const statuses: number[] = [];
  for (let n = 1; n <= 30; n++) {
    const headers = {
      "content-type": "application/json",
      "x-forwarded-for": `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      "x-real-ip": `203.0.113.${n}`,
    };
    const sent = request(`${origin}/api/ai/generate-description`, {
      method: "POST",
      headers,
      ca: certificate.cert,
    });
    sent.end(JSON.stringify({ title: "Lamp", features: [] }));
    const [answer] = (await once(sent, "response")) as [
      NodeJS.ReadableStream & { statusCode: number },
    ];
    answer.resume();
    statuses.push(answer.statusCode);
  }
  // Each process counts separately, and one connection may not use up an address's limit.
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
}
