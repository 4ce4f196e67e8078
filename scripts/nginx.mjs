// Runs the real nginx with deploy/nginx.conf, for tests and measurements.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const documented = fileURLToPath(new URL("../deploy/nginx.conf", import.meta.url));
const places = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/local/bin/nginx"];

/**
 * Starts nginx with the documented file, on loopback. Only names, ports and paths are replaced.
 * @param {object} options
 * @param {string} options.folder where its files go
 * @param {string} options.domain
 * @param {{ cert: string, private: string }} options.certificate in PEM
 * @param {{ http: number, https: number }} options.ports
 * @param {readonly [number, number]} options.processes ports of the two processes
 * @returns {Promise<{ close(): Promise<void> }>}
 */
export async function startNginx({ folder, domain, certificate, ports, processes }) {
  const program = places.find((path) => existsSync(path));
  if (program === undefined)
    throw new Error("nginx is needed; on Debian or Ubuntu: apt-get install nginx-light");
  mkdirSync(folder, { recursive: true });
  const file = (name) => join(folder, name);
  writeFileSync(file("fullchain.pem"), certificate.cert);
  writeFileSync(file("privkey.pem"), certificate.private, { mode: 0o600 });
  const site = replaceAll(readFileSync(documented, "utf8"), [
    ["server 127.0.0.1:3000", `server 127.0.0.1:${processes[0]}`],
    ["# server 127.0.0.1:3002", `server 127.0.0.1:${processes[1]}`],
    ["/var/cache/nginx/market", file("cache")],
    ["listen 80;", `listen 127.0.0.1:${ports.http};`],
    ["listen [::]:80;", `listen [::1]:${ports.http};`],
    ["listen 443 ", `listen 127.0.0.1:${ports.https} `],
    ["listen [::]:443 ", `listen [::1]:${ports.https} `],
    ["/etc/letsencrypt/live/market.college.edu", folder],
    ["server_name market.college.edu;", `server_name ${domain};`],
  ]);
  writeFileSync(file("market.conf"), site);
  writeFileSync(file("nginx.conf"), around(file));
  const log = [];
  const child = spawn(program, ["-c", file("nginx.conf"), "-p", folder, "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (data) => log.push(String(data)));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = () => child.kill("SIGQUIT");
  process.once("exit", stop);
  while (!(await accepts(ports.https))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${log.join("")}`);
    await sleep(50);
  }
  return {
    async close() {
      process.off("exit", stop);
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** What Debian's own nginx.conf is around a site, with every file in the folder. */
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
  include ${file("market.conf")};
}
`;
}

/** The documented file must hold each text, so that the two cannot drift apart. */
function replaceAll(text, replacements) {
  return replacements.reduce((changed, [before, after]) => {
    if (!changed.includes(before)) throw new Error(`deploy/nginx.conf has no "${before}"`);
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
