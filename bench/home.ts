// The home document straight from our process, against a constant of the same bytes, and nginx where it is
// installed: npm run bench -- home
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { openCatalogue } from "./measuring/catalogue.ts";
import { installOpponents, loader } from "./measuring/load.ts";
import { asBrowsers, packed } from "./measuring/packed.ts";
import {
  canPin,
  nodeProgram,
  product,
  productEnvironment,
  type Program,
  startProgram,
  stayOn,
} from "./measuring/programs.ts";
import { writeResult } from "./measuring/results.ts";
import { type Contender, measureInRounds, printMeasured, ratioOf } from "./measuring/rounds.ts";
import { generator, showSpread } from "./measuring/statistics.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "10000" },
    profile: { type: "string", default: "pinned" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "5" },
    port: { type: "string", default: "3270" },
    seed: { type: "string", default: "1" },
  },
});
const port = Number(values.port);
const random = generator(Number(values.seed));
const [forServer, forOthers] = values.profile === "pinned" ? ["0", "1"] : ["0,1", "0,1"];

/** nginx with one worker that sends the same bytes from a file, or nothing where there is none. */
async function startNginx(at: number, body: Buffer): Promise<Program | undefined> {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "market-nginx-"));
  // Its worker runs under an account that must be able to come in.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "index.html"), body);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; default_type text/html;
  server { listen 127.0.0.1:${at}; root ${folder}; add_header content-encoding br; } }`,
  );
  const words = ["nginx", "-c", join(folder, "nginx.conf")];
  if (canPin) words.unshift("taskset", "-c", forServer);
  const child = spawn(words[0] ?? "", words.slice(1), { stdio: "inherit" });
  await sleep(500);
  const worker = execFileSync("ps", ["--ppid", String(child.pid), "-o", "pid="], {
    encoding: "utf8",
  });
  return {
    pid: Number(worker.trim().split("\n")[0]),
    origin: `http://127.0.0.1:${at}`,
    startedIn: 0,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function main(): Promise<void> {
  installOpponents();
  stayOn(forOthers);
  const catalogue = await openCatalogue(Number(values.listings), Number(values.seed));
  const programs: Program[] = [];
  try {
    const env = productEnvironment(port, catalogue.dataDir, catalogue.url);
    const ours = await startProgram(product, port, { env, processors: forServer });
    programs.push(ours);
    const bytes = await packed(`${ours.origin}/`);
    const file = join(catalogue.dataDir, "home.br");
    writeFileSync(file, bytes);
    const words = [String(port + 4), file, "text/html; charset=utf-8", "br"];
    const constant = await startProgram(
      nodeProgram("bench/opponents/constant.ts", ...words),
      port + 4,
      {
        processors: forServer,
      },
    );
    programs.push(constant);
    const nginx = await startNginx(port + 5, bytes);
    if (nginx) programs.push(nginx);
    const paths = ["/"];
    const contenders: Contender[] = [
      { name: "ours", ...ours, paths, headers: asBrowsers },
      { name: "constant", ...constant, paths, headers: asBrowsers },
      ...(nginx ? [{ name: "nginx", ...nginx, paths, headers: asBrowsers }] : []),
    ];
    const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
    const measured = await measureInRounds(contenders, { rounds, seconds, warmUp: 3 });
    printMeasured(measured);
    const [own, other, third] = measured;
    assert.ok(own && other);
    const ratios = {
      "ours / constant": ratioOf(own, other, random),
      ...(third && { "ours / nginx": ratioOf(own, third, random) }),
    };
    for (const [name, spread] of Object.entries(ratios))
      console.log(`${name.padEnd(18)} ${showSpread(spread)}`);
    const sizes = { html: brotliDecompressSync(bytes).length, brotli: bytes.length };
    console.log(sizes);
    writeResult(
      `home-${values.profile}`,
      { ...values, loader },
      { bytes: sizes, ratios, measured },
    );
  } finally {
    for (const program of programs) await program.stop();
    await catalogue.close();
  }
}

await main();
