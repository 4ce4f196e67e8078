// A campus as an operator runs it: `npm start` with the settings of production, an identity provider of
// another author, and https in front.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, createPublicKey } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Events, type MutableToken, OAuth2Server } from "oauth2-mock-server";
import type { Certificate } from "../../scripts/certificate.mjs";
import { answers, untilReady } from "./ports.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const domain = "market.college.example";

/**
 * For a browser that comes to the campus: its name leads here, and this one certificate is trusted.
 * A service worker is refused where certificate errors are only ignored.
 */
export const campusBrowserArguments = (certificate: Certificate): string[] => [
  `--host-resolver-rules=MAP ${domain} 127.0.0.1`,
  `--ignore-certificate-errors-spki-list=${keyHash(certificate)}`,
];

/** SHA-256 of the public key's SubjectPublicKeyInfo, as Chromium names keys (RFC 7469). */
function keyHash(certificate: Certificate): string {
  const key = createPublicKey(certificate.public).export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}

export type Student = { name: string; email: string };

export type Provider = {
  environment: Record<string, string>;
  /** Sets the account that the provider signs in from now on, without a prompt. */
  become(student: Student): void;
  close(): Promise<void>;
};

/** oauth2-mock-server with the claims of a Google Workspace account. */
export async function startProvider(): Promise<Provider> {
  const server = new OAuth2Server();
  let claims = {};
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  server.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    Object.assign(payload, claims);
  });
  return {
    environment: {
      OIDC_ISSUER: server.issuer.url ?? "",
      OIDC_CLIENT_ID: "market",
      OIDC_CLIENT_SECRET: "a secret between the two",
      OIDC_HOSTED_DOMAIN: "college.example",
      COLLEGE_EMAIL_SUFFIX: "@college.example",
      CONTACT_EMAIL: "help@college.example",
    },
    become({ name, email }) {
      const proved = { email_verified: true, hd: "college.example", aud: "market" };
      claims = { sub: `account of ${email}`, email, name, ...proved };
    },
    close: () => server.stop(),
  };
}

export type Process = { port: number; stop(): Promise<void>; start(): Promise<void> };

/** One process of the product, started by the README's command; `start` again after `stop` restarts it. */
export async function startProcess(
  port: number,
  dataDir: string,
  environment: Record<string, string>,
): Promise<Process> {
  let child: ChildProcess;
  const start = async () => {
    child = spawn("npm", ["start"], {
      cwd: root,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        ...environment,
      },
      // A group of its own: the signal reaches the product whatever npm does with it.
      detached: true,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (!(await untilReady(port, child))) throw new Error("the product did not start");
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGTERM");
    await ended;
    while (await answers(port)) await sleep(50);
  };
  await start();
  return { port, start, stop };
}

/** Creates a temporary folder, open to the account as which the embedded database runs. */
export function temporaryFolder(): { path: string; folder(name: string): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "market-campus-"));
  chmodSync(path, 0o711);
  return {
    path,
    folder(name) {
      mkdirSync(join(path, name), { mode: 0o711 });
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
