// How a release is started: deploy/market, and the socket that systemd passes on. `npm run test:release` makes and
// runs a whole archive.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  access,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { createTestDatabase } from "./database.ts";
import { freePort, production, root } from "./process.ts";

const run = promisify(execFile);
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A machine's folders as docs/operate/install.md lays them out, with the program of this project. */
async function makeMachine() {
  const path = await mkdtemp(join(tmpdir(), "market-release-"));
  closers.push(() => rm(path, { recursive: true, force: true }));
  const release = join(path, "market/releases/1");
  await mkdir(release, { recursive: true });
  await copyFile(join(root, "deploy/market"), join(release, "market"));
  for (const name of ["node_modules", "server"])
    await symlink(join(root, name), join(release, name));
  await symlink("releases/1", join(path, "market/current"));
  const home = join(path, "home");
  await mkdir(home);
  return { home, market: join(path, "market/current/market"), path };
}

const environment = { PATH: "/usr/bin:/bin" };

it(
  "R730 a release is called from any folder by its link, reads `.env` there, and names itself",
  { tags: "sweep" },
  async () => {
    const { home, market } = await makeMachine();
    await writeFile(join(home, ".env"), "PORT=http\n");
    const command = run(market, ["views"], { cwd: home, env: environment });
    await expect(command).rejects.toThrow(/PORT/);
    const { stdout, stderr } = await run(market, [], { cwd: home, env: environment });
    expect(stdout).toContain(`${market} <command>`);
    expect(stderr).toBe("");
  },
);

it("R902 no file to copy needs one that the archive of a release lacks", async () => {
  const folder = join(root, "deploy");
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name));
  const outside: string[] = [];
  for (const name of names) {
    const lines = (await readFile(join(folder, name), "utf8")).split("\n");
    // Comments may name what only a clone of the repository has.
    const used = lines.filter(
      (line) => !/^\s*#/.test(line) && /(^|[\s"'])\.\.(\/|["'\s]|$)/.test(line),
    );
    outside.push(...used.map((line) => `${name}: ${line.trim()}`));
  }
  expect(names).toContain("compose.yaml");
  expect(outside).toEqual([]);
});

it("R734 every command, file and setting that the pages for operators name is there", async () => {
  const { home, market } = await makeMachine();
  const { stdout } = await run(market, [], { cwd: home, env: environment });
  const commands = new Set(stdout.match(/(?<=^ {2})[a-z][a-z-]+/gm));
  const settings = await readFile(join(root, ".env.example"), "utf8");
  const missing: string[] = [];
  for (const page of await readdir(join(root, "docs/operate"))) {
    const text = await readFile(join(root, "docs/operate", page), "utf8");
    const code = text.match(/```[^]*?```|`[^`\n]+`/g)?.join("\n") ?? "";
    for (const [, name = ""] of code.matchAll(/(?:^|`|\n|current\/|[$]v\/)market ([a-z][a-z-]+)/g))
      if (!commands.has(name)) missing.push(`${page}: market ${name}`);
    for (const [, name = ""] of code.matchAll(/\b([A-Z]{2,}(?:_[A-Z]+)+)(?:=|`)/g))
      if (!settings.includes(`# ${name.replace(/_FILE$/, "")}=`) && !others.has(name))
        missing.push(`${page}: ${name}`);
    for (const [, path = ""] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      await access(join(root, "docs/operate", path)).catch(() => missing.push(`${page}: ${path}`));
    for (const [path] of code.matchAll(/(?<=current\/)deploy\/[\w.@-]+/g))
      await access(join(root, path)).catch(() => missing.push(`${page}: ${path}`));
  }
  expect(missing).toEqual([]);
});

it("R855 the services may write to the folder of BACKUP_TO, and .env can say nothing else to them", async () => {
  const { home, market, path } = await makeMachine();
  const units = join(path, "units");
  await mkdir(units);
  const allow = async (folder: string) => {
    await writeFile(join(home, ".env"), `MODE=trial\nBACKUP_TO="${folder}"\n`);
    const env = { ...environment, MARKET_UNITS: units };
    return run(market, ["allow-backup"], { cwd: home, env });
  };
  const dropIn = (unit: string) => readFile(join(units, `${unit}.d/backup.conf`), "utf8");
  const { stdout } = await allow("/mnt/backup/market");
  expect(stdout).toContain("The services may write to /mnt/backup/market.");
  for (const unit of ["market.service", "market@.service"])
    expect(await dropIn(unit)).toBe(
      "# Written by: market allow-backup\n[Service]\nReadWritePaths=-/mnt/backup/market\n",
    );
  expect(await dropIn("market-backup.service")).toContain(
    "[Unit]\nRequiresMountsFor=/mnt/backup/market\n\n[Service]\nReadWritePaths=-/mnt/backup/market\n",
  );
  for (const bad of ["/mnt/a b", "/mnt/%h", "/mnt/$(id)", "s3://bucket/market"])
    expect((await allow(bad)).stdout).toContain("names no folder");
  await expect(allow("/home/market")).rejects.toThrow(/services do not see/);
  expect(await dropIn("market.service")).toContain("/mnt/backup/market");
});

/** Variables of Node, of the build and of other programs. */
const others = new Set(["RELEASE_BEFORE", "POSTGRES_PASSWORD", "ETCD_PRE_VOTE", "ON_ERROR_STOP"]);

/** Imitates systemd with market.socket: holds the socket, and restarts the market on it. */
const holder = `
use Socket; $| = 1; $^F = 9;
socket(my $socket, PF_INET, SOCK_STREAM, 0) or die; bind($socket, sockaddr_in(0, inet_aton("127.0.0.1"))) or die;
listen($socket, 4096) or die; my ($port) = sockaddr_in(getsockname($socket)); print "port $port\\n";
my $child; my $over = 0; $SIG{TERM} = sub { $over = 1; kill "TERM", $child };
until ($over) {
  if (!($child = fork)) {
    require POSIX; POSIX::dup2(fileno($socket), 3);
    $ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1; exec @ARGV;
  }
  print "process $child\\n"; 1 until waitpid($child, 0) == $child;
}`;

/** A market on a database of its own and on a passed socket, with what `more` says in its environment. */
async function startOnSocket(more: Record<string, string> = {}) {
  const { home, market, path } = await makeMachine();
  await writeFile(join(path, "holder.pl"), holder);
  const database = await createTestDatabase();
  closers.push(database.drop);
  const taken = await freePort();
  const child = spawn("perl", [join(path, "holder.pl"), market, "start"], {
    cwd: home,
    env: { ...environment, ...production, ...database.settings, PORT: String(taken), ...more },
    stdio: ["ignore", "pipe", "inherit"],
  });
  closers.push(() => end(child));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const processes = () => [...output.matchAll(/process (\d+)/g)].map(([, pid]) => Number(pid));
  await expect.poll(processes).toHaveLength(1);
  return { processes, origin: `http://127.0.0.1:${/port (\d+)/.exec(output)?.[1]}` };
}

it(
  "R731 on a socket of systemd's, a request that arrives during a restart waits and is answered",
  { tags: "sweep" },
  async () => {
    const { processes, origin } = await startOnSocket();
    const fresh = { headers: { connection: "close" } };
    expect((await fetch(`${origin}/readyz`, fresh)).status).toBe(200);
    process.kill(processes()[0] ?? 0, "SIGTERM");
    // Checks that no request is refused between the old process's last answers and the next one's first.
    const statuses: number[] = [];
    do statuses.push((await fetch(`${origin}/about`, fresh)).status);
    while (processes().length < 2);
    statuses.push((await fetch(`${origin}/about`)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);

it("R823 systemd is notified once the market answers", { tags: "sweep" }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "market-notify-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  const notified = join(folder, "notified");
  await writeFile(join(folder, "systemd-notify"), `#!/bin/sh\necho "$@" > ${notified}\n`, {
    mode: 0o755,
  });
  const { origin } = await startOnSocket({
    NOTIFY_SOCKET: join(folder, "socket"),
    PATH: `${folder}:${environment.PATH}`,
  });
  await expect.poll(() => readFile(notified, "utf8").catch(() => undefined)).toBe("--ready\n");
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
