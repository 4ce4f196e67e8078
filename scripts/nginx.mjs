// Runs the real nginx with deploy/nginx.conf, for tests and measurements; caddy.mjs does the same with Caddy.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const folders = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];

/**
 * @typedef {object} InFront
 * @property {string} folder where its files go
 * @property {string} domain
 * @property {{ cert: string, private: string }} certificate in PEM
 * @property {{ http: number, https: number }} ports
 * @property {readonly [number, number]} processes ports of the two processes
 */

/**
 * Starts nginx with the documented file, on loopback. Only names, ports and paths are replaced.
 * @param {InFront} options
 */
export function startNginx(options) {
  const { folder, domain, ports, processes } = options;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "around.conf"),
    around((name) => join(folder, name)),
  );
  return startProxyProgram(options, {
    program: "nginx",
    documented: "nginx.conf",
    replacements: (file) => [
      ["server 127.0.0.1:3000", `server 127.0.0.1:${processes[0]}`],
      ["# server 127.0.0.1:3002", `server 127.0.0.1:${processes[1]}`],
      ["/var/cache/nginx/market", file("cache")],
      ["/var/log/nginx/market.log", file("market.log")],
      ["/var/log/nginx/market-error.log", file("market-error.log")],
      ["listen 80;", `listen 127.0.0.1:${ports.http};`],
      ["listen [::]:80;", `listen [::1]:${ports.http};`],
      ["listen 443 ", `listen 127.0.0.1:${ports.https} `],
      ["listen [::]:443 ", `listen [::1]:${ports.https} `],
      ["/etc/letsencrypt/live/market.college.edu", folder],
      ["server_name market.college.edu;", `server_name ${domain};`],
    ],
    arguments: (file) => ["-c", file("around.conf"), "-p", folder, "-e", "stderr"],
  });
}

/**
 * @param {InFront} options
 * @param {object} how
 * @param {string} how.program
 * @param {string} how.documented name of the file in deploy/
 * @param {(file: (name: string) => string) => string[][]} how.replacements
 * @param {(file: (name: string) => string) => string[]} how.arguments
 * @returns {Promise<{ output(): string, close(): Promise<void> }>} `output` is what the program wrote to its standard error
 */
export async function startProxyProgram({ folder, certificate, ports }, how) {
  const program = folders.map((path) => join(path, how.program)).find((path) => existsSync(path));
  if (program === undefined)
    throw new Error(
      `${how.program} is needed; on Debian or Ubuntu: apt-get install nginx-light caddy`,
    );
  mkdirSync(folder, { recursive: true });
  const file = (name) => join(folder, name);
  writeFileSync(file("fullchain.pem"), certificate.cert);
  writeFileSync(file("privkey.pem"), certificate.private, { mode: 0o600 });
  const documented = new URL(`../deploy/${how.documented}`, import.meta.url);
  writeFileSync(
    file(how.documented),
    replaceAll(readFileSync(documented, "utf8"), how.replacements(file), how.documented),
  );
  const log = [];
  const child = spawn(program, how.arguments(file), {
    env: { PATH: process.env["PATH"], HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (data) => log.push(String(data)));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = () => child.kill("SIGQUIT");
  process.once("exit", stop);
  while (!(await accepts(ports.https)) || !(await accepts(ports.http))) {
    if (child.exitCode !== null) throw new Error(`${how.program} did not start:\n${log.join("")}`);
    await sleep(50);
  }
  return {
    output: () => log.join(""),
    async close() {
      process.off("exit", stop);
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Debian's nginx.conf around a site, with every file in the folder. */
function around(file) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${file(name)};`)
    .join("\n  ");
  return `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
worker_processes auto;
pid ${file("nginx.pid")};
error_log ${file("error.log")};
events { worker_connections 1024; }
http {
  access_log ${file("access.log")};
  # Node's fetch loses a request when nginx ends an HTTP/2 connection after its thousandth; browsers do not.
  keepalive_requests 1000000;
  ${temporary}
  include ${file("nginx.conf")};
}
`;
}

/** The documented file must hold each text, so that the two cannot drift apart. */
function replaceAll(text, replacements, name) {
  return replacements.reduce((changed, [before, after]) => {
    if (!changed.includes(before)) throw new Error(`deploy/${name} has no "${before}"`);
    return changed.replaceAll(before, after);
  }, text);
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}
