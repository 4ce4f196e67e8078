import { readFileSync, existsSync } from "node:fs";
import { once } from "node:events";
import { request as plainRequest, type IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";
import { startCaddy } from "../scripts/caddy.mjs";
import { makeCertificate } from "../scripts/certificate.mjs";
import { startNginx } from "../scripts/nginx.mjs";
import { temporaryFolder } from "./support/campus.ts";
import { expect, test } from "@playwright/test";
import { freePorts } from "./support/ports.ts";

const domain = "localhost";
const certificate = await makeCertificate(domain);
const policy = "default-src 'none'; frame-ancestors 'none'";

/** Answers of a proxy whose market is down. */
for (const [name, startInFront] of Object.entries({ nginx: startNginx, caddy: startCaddy })) {
  test.describe(name, () => {
    const data = temporaryFolder();
    let proxy: Awaited<ReturnType<typeof startInFront>>;
    let [one, other, http, https] = [0, 0, 0, 0];
    test.beforeAll(async () => {
      [one, other, http, https] = (await freePorts(4)) as [number, number, number, number];
      proxy = await startInFront({
        folder: join(data.path, name),
        domain,
        certificate,
        ports: { http, https },
        processes: [one, other],
      });
    });
    test.afterAll(async () => {
      await proxy.close();
      data.remove();
    });

    async function plain(path: string, host: string): Promise<IncomingMessage> {
      const headers = { host };
      const sent = plainRequest({ host: "127.0.0.1", port: http, path, headers }).end();
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      return answer.resume();
    }
    async function secure(path: string, length?: number): Promise<IncomingMessage> {
      const headers = length === undefined ? {} : { "content-length": length };
      const options = { port: https, path, ca: certificate.cert, headers };
      const sent = request({ host: "localhost", method: length ? "POST" : "GET", ...options });
      sent.on("error", () => {});
      sent.flushHeaders();
      if (length === undefined) sent.end();
      else sent.write("x".repeat(1_000));
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      return answer.resume();
    }

    test(`R972 ${name} redirects plain http to its own name only, and refuses calls`, async () => {
      for (const host of [domain, "evil.example", "evil.example:8080"]) {
        const { statusCode, headers } = await plain("/buy?q=lamp", host);
        expect([statusCode, headers.location]).toEqual([308, "https://localhost/buy?q=lamp"]);
        const call = await plain("/api/auth/token", host);
        expect([call.statusCode, call.headers.location]).toEqual([403, undefined]);
        for (const answer of [headers, call.headers])
          expect(answer).toMatchObject({
            "content-security-policy": policy,
            "x-content-type-options": "nosniff",
          });
      }
    });

    test(`R972 ${name} accepts TLS 1.2 with authenticated encryption only`, async () => {
      const accepts = async (ciphers: string, version: "TLSv1.2" | "TLSv1.1") => {
        const socket = connect({
          port: https,
          host: domain,
          servername: domain,
          ca: certificate.cert,
          ciphers: `${ciphers}:@SECLEVEL=0`,
          minVersion: version,
          maxVersion: version,
        });
        const isAccepted = await Promise.race([
          once(socket, "secureConnect").then(() => true),
          once(socket, "close").then(() => false),
        ]).catch(() => false);
        socket.destroy();
        return isAccepted;
      };
      expect(await accepts("ECDHE-RSA-AES128-GCM-SHA256", "TLSv1.2")).toBe(true);
      expect(await accepts("ECDHE-RSA-AES128-SHA256", "TLSv1.2")).toBe(false);
      expect(await accepts("AES128-GCM-SHA256", "TLSv1.2")).toBe(false);
      expect(await accepts("ECDHE-RSA-AES128-SHA", "TLSv1.1")).toBe(false);
    });

    test(`R972 ${name} sends our headers with its own refusals, and logs no code or token`, async () => {
      const refusals = await Promise.all([
        secure("/about"),
        secure("/api/auth/callback?code=secret-code&state=secret-state"),
        secure("/u/secret-of-a-mail"),
        secure("/api/photos?q=secret-search", 90_000_000),
      ]);
      for (const { statusCode, headers } of refusals) {
        expect(statusCode).toBeGreaterThanOrEqual(400);
        expect(headers).toMatchObject({
          "content-security-policy": policy,
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "strict-transport-security": "max-age=31536000; includeSubDomains",
        });
        expect(headers.server ?? "").not.toMatch(/\d/);
      }
      await plain("/u/secret-of-a-mail?q=secret-search", "evil.example");
      const files = ["market.log", "market-error.log", "error.log", "access.log"]
        .map((file) => join(data.path, name, file))
        .filter((file) => existsSync(file));
      await proxy.close();
      const logs = files.map((file) => readFileSync(file, "utf8")).join("") + proxy.output();
      expect(logs).not.toMatch(/secret-/);
    });
  });
}
