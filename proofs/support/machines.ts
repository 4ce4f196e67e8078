import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readlinkSync } from "node:fs";

/** A simulated machine with its own network; its processes are restarted when they end. */
export type Machine = {
  name: string;
  address: string;
  /** Starts everything that runs on it. */
  boot(): void;
  /** Ends every process immediately. */
  kill(): void;
  /** Kills it, and it never comes back. */
  remove(): void;
  freeze(): void;
  thaw(): void;
  /** Unplugs it: whatever it sends or should receive is lost silently. */
  disconnect(): void;
  reconnect(): void;
  /** Drops what it sends to these machines; other connections are kept. */
  turnFrom(others: readonly Machine[]): void;
  turnTo(others: readonly Machine[]): void;
};

export type Service = { name: string; command: string[]; environment?: Record<string, string> };

const bridge = "market";
const isInside = "MARKET_PROOF_NETWORK";

/**
 * Begins the program again in a network of its own, which has nothing but what is made here and goes when the program
 * ends, with every process in it.
 * @returns whether this is it; otherwise the program is over
 */
export async function enterOwnNetwork(proof: string): Promise<boolean> {
  if (process.env[isInside] !== undefined) {
    ip("link set lo up");
    ip(`link add ${bridge} type bridge`);
    ip(`addr add 10.0.0.10/24 dev ${bridge}`);
    ip(`link set ${bridge} up`);
    return true;
  }
  const [name = ""] = process.argv.slice(1);
  // proofs/run.ts has removed the proof's name from its arguments.
  const again = [process.execPath, name, proof, ...process.argv.slice(2)];
  const own = ["--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
  // The shell is the first process there and takes leave of those whose parents have ended: Patroni waits for that.
  const first = ["sh", "-c", '"$@"; exit $?', "sh"];
  const child = spawn("unshare", [...own, ...first, ...again], {
    stdio: "inherit",
    env: { ...process.env, [isInside]: "yes" },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const [code] = (await once(child, "exit")) as [number | null];
  process.exitCode = code ?? 1;
  return false;
}

/** @param services run as this account */
export function makeMachine(
  name: string,
  address: string,
  account: { uid: number; gid: number },
  services: readonly Service[],
  logOf: (service: string) => string,
): Machine {
  const holder = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
  const network = `/proc/${holder.pid}/ns/net`;
  while (readlinkSync(network) === readlinkSync("/proc/self/ns/net")) spawnSync("true");
  const inside = (...args: string[]) =>
    execFileSync("nsenter", ["-t", String(holder.pid), "-n", ...args]);
  ip(`link add ${name} type veth peer name eth0 netns ${holder.pid}`);
  ip(`link set ${name} master ${bridge} up`);
  inside("ip", "link", "set", "lo", "up");
  inside("ip", "addr", "add", `${address}/24`, "dev", "eth0");
  inside("ip", "link", "set", "eth0", "up");
  let isOn = false;

  let boots = 0;

  function start(service: Service): void {
    const log = openSync(logOf(service.name), "a");
    const enter = [
      "nsenter",
      "-t",
      `${holder.pid}`,
      "-n",
      "-S",
      `${account.uid}`,
      "-G",
      `${account.gid}`,
    ];
    // In production the market does not share these machines' processors.
    const child = spawn("nice", ["-n", "-5", ...enter, "--", ...service.command], {
      stdio: ["ignore", log, log],
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", ...service.environment },
    });
    closeSync(log);
    const life = boots;
    const restart = () => {
      if (isOn && life === boots) start(service);
    };
    // Restarts like systemd.
    child.once("exit", () => setTimeout(restart, 1_000).unref());
  }

  function* processes(): Generator<number> {
    const own = readlinkSync(network);
    for (const pid of readdirSync("/proc").map(Number)) {
      if (!(pid > 1) || pid === holder.pid) continue;
      try {
        if (readlinkSync(`/proc/${pid}/ns/net`) === own) yield pid;
      } catch {
        // It has ended already.
      }
    }
  }

  /** Signals until every process has been signalled, because they may start others. */
  function signalAll(signal: NodeJS.Signals): void {
    const reached = new Set<number>();
    for (let isNew = true; isNew;) {
      isNew = false;
      for (const pid of processes()) {
        if (reached.has(pid)) continue;
        reached.add(pid);
        isNew = true;
        try {
          process.kill(pid, signal);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
        }
      }
    }
  }

  return {
    name,
    address,
    boot() {
      isOn = true;
      boots++;
      services.forEach(start);
    },
    kill() {
      isOn = false;
      signalAll("SIGKILL");
    },
    remove() {
      this.kill();
      holder.kill("SIGKILL");
    },
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    disconnect: () => ip(`link set ${name} nomaster`),
    reconnect: () => ip(`link set ${name} master ${bridge}`),
    turnFrom(others) {
      for (const other of others) inside("ip", "route", "add", "blackhole", other.address);
    },
    turnTo(others) {
      for (const other of others) inside("ip", "route", "del", "blackhole", other.address);
    },
  };
}

function ip(command: string): void {
  execFileSync("ip", command.split(" "), { stdio: ["ignore", "ignore", "inherit"] });
}
