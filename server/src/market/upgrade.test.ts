// The launcher and the command itself, with releases whose program `market` notes how it was called.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/folder.ts";
import { apart, mayMount } from "../../test/may-mount.ts";
import { compileCache, root } from "../../test/process.ts";

/** Notes each call, and fails where a file `fail-<version>-<command>` says so. */
const program = (version: string, folder: string) => `#!/bin/sh
if [ "$1" = upgrade ]; then exec ${folder}/market/releases/1.0.0/launcher "$@"; fi
echo "${version} $1" >> ${folder}/calls
while [ -e ${folder}/hang-${version}-$1 ]; do sleep 0.1; done
[ ! -e ${folder}/fail-${version}-$1 ]
`;

const versionFile = (version: string, day = "20") =>
  `${version} (abcdef123456 of 2026-11-${day}T10:00:00Z)\n`;

function writeRelease(folder: string, machine: string, version: string, day?: string): void {
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder, "VERSION"), versionFile(version, day));
  writeFileSync(join(folder, "market"), program(version, machine));
  chmodSync(join(folder, "market"), 0o755);
  writeFileSync(join(folder, "node_modules/.bin/node"), "#!/bin/sh\necho v26\n");
  chmodSync(join(folder, "node_modules/.bin/node"), 0o755);
}

type Change = { day?: string; top?: string; pack?: string[]; write?: (folder: string) => void };

async function makeMachine() {
  const folder = await temporaryFolder();
  const own = join(folder, "market/releases/1.0.0");
  writeRelease(own, folder, "1.0.0");
  rmSync(join(own, "node_modules"), { recursive: true });
  copyFileSync(join(root, "deploy/market"), join(own, "launcher"));
  for (const name of ["node_modules", "server"]) symlinkSync(join(root, name), join(own, name));
  symlinkSync("releases/1.0.0", join(folder, "market/current"));
  const home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(join(home, ".env"), "");
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", NODE_COMPILE_CACHE: compileCache };
  const market = join(folder, "market/current/market");
  const restart = `echo restart $(basename $(readlink ${folder}/market/current)) >> ${folder}/calls; [ ! -e ${folder}/fail-restart ]`;
  const calls = () => {
    const path = join(folder, "calls");
    return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  };
  return {
    folder,
    home,
    calls,
    env,
    command: [market, "upgrade", "--restart", restart] as const,
    /** Makes an archive with its checksum. @returns its path */
    pack(version: string, { day, top, pack = [], write }: Change = {}): string {
      const name = top ?? `campus-marketplace-${version}`;
      const path = join(folder, `campus-marketplace-${version}-linux-x64.tar.gz`);
      const source = join(folder, "sources", version);
      writeRelease(join(source, name), folder, version, day);
      write?.(join(source, name));
      execFileSync("tar", ["-C", source, "-czf", path, ...pack, name]);
      sign(path);
      return path;
    },
    upgrade(archive: string, ...flags: string[]) {
      const args = ["upgrade", "--restart", restart, archive, ...flags];
      const { status, stdout, stderr } = spawnSync(market, args, {
        cwd: home,
        env,
        encoding: "utf8",
      });
      return { status, stdout, stderr };
    },
    fail: (what: string) => writeFileSync(join(folder, `fail-${what}`), ""),
    current: () => readlinkSync(join(folder, "market/current")),
    releases: async () => (await readdir(join(folder, "market/releases"))).toSorted(),
  };
}

function sign(path: string): void {
  const sum = execFileSync("sha256sum", [path], { encoding: "utf8" }).split(" ")[0];
  writeFileSync(`${path}.sha256`, `${sum}  campus-marketplace.tar.gz\n`);
}

const prepared = ["1.1.0 doctor", "1.0.0 backup", "1.0.0 key-secret"];

type Machine = Awaited<ReturnType<typeof makeMachine>>;

async function expectUnchanged(machine: Machine, ran: ReturnType<Machine["upgrade"]>) {
  expect(ran.status).toBe(1);
  expect(ran.stderr).not.toContain("    at ");
  expect(machine.current()).toBe("releases/1.0.0");
  expect(machine.calls().filter((call) => call.startsWith("restart"))).toEqual([]);
  expect(existsSync(join(machine.folder, "market/releases/.upgrading"))).toBe(false);
}

describe("market upgrade", () => {
  it("R985 R1021 checks, unpacks, examines, backs up, adds a KEY_SECRET, switches and waits, in this order", async () => {
    const machine = await makeMachine();
    const ran = machine.upgrade(machine.pack("1.1.0"));
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    expect(ran.stdout).toMatch(/^1\.1\.0 answers\. 1\.0\.0 stays in .*\/releases\/1\.0\.0/m);
    expect(machine.calls()).toEqual([
      "1.1.0 doctor",
      "1.0.0 backup",
      "1.0.0 key-secret",
      "restart 1.1.0",
      "1.1.0 wait",
    ]);
    expect(machine.current()).toBe("releases/1.1.0");
    expect(await machine.releases()).toEqual(["1.0.0", "1.1.0"]);
  });

  it(
    "R985 changes nothing for an archive that is damaged or has no checksum",
    { tags: "sweep" },
    async () => {
      const machine = await makeMachine();
      const archive = machine.pack("1.1.0");
      appendFileSync(archive, "x");
      const ran = machine.upgrade(archive);
      await expectUnchanged(machine, ran);
      expect(ran.stderr).toBe(`${archive} is not what ${archive}.sha256 says: copy both again.\n`);
      // A truncated copy, with the checksum of the truncated file.
      truncateSync(archive, 700);
      sign(archive);
      const broken = machine.upgrade(archive);
      await expectUnchanged(machine, broken);
      expect(broken.stderr).toContain("is not a whole archive");
      rmSync(`${archive}.sha256`);
      expect(machine.upgrade(archive).stderr).toContain(`There is no ${archive}.sha256`);
      expect(machine.upgrade("/nowhere.tar.gz").stderr).toBe("There is no /nowhere.tar.gz.\n");
      expect(machine.calls()).toEqual([]);
      expect(await machine.releases()).toEqual(["1.0.0"]);
    },
  );

  it(
    "R985 refuses an archive that would write outside of its folder, and one of something else",
    { tags: "sweep" },
    async () => {
      const machine = await makeMachine();
      const escape = ["-P", `--transform=s,^campus-marketplace-1.1.0/evil$,../evil,`];
      const evil = (folder: string) => writeFileSync(join(folder, "evil"), "");
      const above = machine.upgrade(machine.pack("1.1.0", { pack: escape, write: evil }));
      await expectUnchanged(machine, above);
      expect(above.stderr).toContain("would write outside of its folder (../evil)");
      const link = machine.pack("1.2.0", {
        write: (folder) => symlinkSync("../../../../etc/passwd", join(folder, "passwords")),
      });
      const linked = machine.upgrade(link);
      await expectUnchanged(machine, linked);
      expect(linked.stderr).toContain(
        "a link that leads out of its folder, or to nothing (passwords)",
      );
      // Each of these leads inside, read as text, because sub/q is the folder that it is in.
      const winding = machine.pack("1.2.1", {
        write: (folder) => {
          mkdirSync(join(folder, "sub"));
          symlinkSync(".", join(folder, "sub/q"));
          symlinkSync("sub/q/q/q/../../../../etc", join(folder, "outside"));
        },
      });
      mkdirSync(join(machine.folder, "etc"));
      const wound = machine.upgrade(winding);
      await expectUnchanged(machine, wound);
      expect(wound.stderr).toContain(
        "a link that leads out of its folder, or to nothing (outside)",
      );
      const nowhere = machine.pack("1.2.2", {
        write: (folder) => symlinkSync("later", join(folder, "nothing")),
      });
      expect(machine.upgrade(nowhere).stderr).toContain("to nothing (nothing)");
      const other = machine.upgrade(machine.pack("1.3.0", { top: "something-else" }));
      await expectUnchanged(machine, other);
      expect(other.stderr).toContain("is no release of the market");
      expect(await machine.releases()).toEqual(["1.0.0"]);
    },
  );

  it.each(["1.2.3/../../x", "1.2.3-../../x", "1.2.3\n/x"])(
    "R985 refuses a version that is no name of a folder: %j",
    async (version) => {
      const machine = await makeMachine();
      const outside = join(machine.folder, "market/x");
      mkdirSync(outside);
      const archive = machine.pack("1.1.0", {
        write: (folder) => writeFileSync(join(folder, "VERSION"), versionFile(version)),
      });
      const ran = machine.upgrade(archive);
      await expectUnchanged(machine, ran);
      expect(ran.stderr).toMatch(/ is no version\.\n$/);
      expect(existsSync(outside)).toBe(true);
      expect(await machine.releases()).toEqual(["1.0.0"]);
    },
  );

  it.each([
    [
      "1.1.0-doctor",
      "--ignore-doctor",
      "The doctor of 1.1.0 found faults, so nothing was switched.",
    ],
    ["1.0.0-backup", "--without-backup", "There is no backup, so nothing was switched."],
  ])("R985 switches nothing when %s fails, unless %s", async (failing, flag, sentence) => {
    const machine = await makeMachine();
    const archive = machine.pack("1.1.0");
    machine.fail(failing);
    const ran = machine.upgrade(archive);
    await expectUnchanged(machine, ran);
    expect(ran.stderr).toContain(sentence);
    expect(machine.upgrade(archive, flag).status).toBe(0);
    expect(machine.current()).toBe("releases/1.1.0");
  });

  it.each([
    [
      "1.1.0-wait",
      ["1.1.0 wait", "restart 1.0.0", "1.0.0 wait"],
      "1.1.0 did not start, and 1.0.0 runs again.",
    ],
    ["restart", ["restart 1.1.0", "restart 1.0.0"], "Neither 1.1.0 nor 1.0.0 answers."],
  ])(
    "R986 goes back by itself when the new release does not start (%s)",
    { tags: "sweep" },
    async (failing, lastCalls, sentence) => {
      const machine = await makeMachine();
      const archive = machine.pack("1.1.0");
      machine.fail(failing);
      const ran = machine.upgrade(archive);
      expect(ran.status).toBe(1);
      expect(machine.current()).toBe("releases/1.0.0");
      expect(machine.calls().slice(-lastCalls.length)).toEqual(lastCalls);
      expect(ran.stderr).toBe(
        `1.1.0 does not answer: going back to 1.0.0.\n${sentence} Why: its log\n`,
      );
      rmSync(join(machine.folder, `fail-${failing}`));
      expect(machine.upgrade(archive).status).toBe(0);
    },
  );

  it.each([
    ["doctor", "1.1.0", [...prepared, "restart 1.1.0", "1.1.0 wait"]],
    ["backup", "1.0.0", [...prepared, "restart 1.1.0", "1.1.0 wait"]],
    ["wait", "1.1.0", ["restart 1.1.0", "1.1.0 wait"]],
  ])("R986 goes on where it was killed: during %s", async (step, version, afterwards) => {
    const machine = await makeMachine();
    const archive = machine.pack("1.1.0");
    const hang = join(machine.folder, `hang-${version}-${step}`);
    writeFileSync(hang, "");
    const [program, ...args] = machine.command;
    const child = spawn(program, [...args, archive], {
      cwd: machine.home,
      env: machine.env,
      detached: true,
    });
    const exit = once(child, "exit");
    await expect.poll(() => machine.calls().at(-1)).toBe(`${version} ${step}`);
    // A second one at that time is refused.
    expect(machine.upgrade(archive)).toMatchObject({
      status: 75,
      stderr: "Another upgrade is running.\n",
    });
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await exit;
    rmSync(hang);
    const before = machine.calls().length;
    const again = machine.upgrade(archive);
    expect(again).toMatchObject({ status: 0 });
    expect(machine.calls().slice(before)).toEqual(afterwards);
    expect(machine.current()).toBe("releases/1.1.0");
    expect(await machine.releases()).toEqual(["1.0.0", "1.1.0"]);
    const third = machine.upgrade(archive);
    expect([third.status, third.stdout]).toEqual([
      0,
      "1.1.0 (abcdef123456 of 2026-11-20T10:00:00Z) is installed already.\n",
    ]);
  });

  it(
    "R986 keeps a second one out while the first goes on after its terminal was closed",
    { tags: "sweep" },
    async () => {
      const machine = await makeMachine();
      const archive = machine.pack("1.1.0");
      const hang = join(machine.folder, "hang-1.1.0-wait");
      writeFileSync(hang, "");
      const [program, ...args] = machine.command;
      const child = spawn(program, [...args, archive], {
        cwd: machine.home,
        env: machine.env,
        detached: true,
      });
      const end = once(child, "close");
      let errors = "";
      child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
      try {
        await expect.poll(() => machine.calls().at(-1)).toBe("1.1.0 wait");
        // A closing terminal sends it to every process in it.
        process.kill(-(child.pid ?? 0), "SIGHUP");
        await expect.poll(() => errors).toBe("Wait: the market is being switched.\n");
        const releases = join(machine.folder, "market/releases");
        expect(spawnSync("flock", ["--nonblock", releases, "true"]).status).toBe(1);
        expect(machine.upgrade(archive).status).toBe(75);
      } finally {
        rmSync(hang);
        await end;
      }
      expect(child.exitCode).toBe(0);
      expect(machine.current()).toBe("releases/1.1.0");
    },
  );

  it("R986 leaves the lock to no program that a restart starts", { tags: "sweep" }, async () => {
    const machine = await makeMachine();
    const [program, command, flag, restart] = machine.command;
    const left = join(machine.folder, "left");
    const args = [command, flag, `${restart}; sleep 600 > /dev/null 2>&1 & echo $! > ${left}`];
    const first = spawnSync(program, [...args, machine.pack("1.1.0")], {
      cwd: machine.home,
      env: machine.env,
    });
    try {
      expect(first.status).toBe(0);
      expect(machine.upgrade(machine.pack("1.2.0"))).toMatchObject({ status: 0, stderr: "" });
    } finally {
      process.kill(Number(readFileSync(left, "utf8")));
    }
  });

  it("R986 goes back to the release from before an interrupted switch", async () => {
    const machine = await makeMachine();
    const archive = machine.pack("1.1.0");
    expect(machine.upgrade(archive).status).toBe(0);
    writeFileSync(join(machine.folder, "market/releases/.upgrading"), "1.0.0\n");
    const other = machine.upgrade(machine.pack("1.2.0"));
    expect([other.status, other.stderr]).toEqual([
      1,
      expect.stringContaining("An upgrade to 1.1.0 was interrupted. Finish it first"),
    ]);
    machine.fail("1.1.0-wait");
    const ran = machine.upgrade(archive);
    expect([ran.status, ran.stderr]).toEqual([
      1,
      expect.stringContaining("1.1.0 did not start, and 1.0.0 runs again."),
    ]);
    expect(machine.current()).toBe("releases/1.0.0");
  });

  it(
    "R985 refuses an older release, and takes another build of the same version beside it",
    { tags: "sweep" },
    async () => {
      const machine = await makeMachine();
      for (const archive of [machine.pack("0.9.0"), machine.pack("1.0.0", { day: "19" })]) {
        const ran = machine.upgrade(archive);
        await expectUnchanged(machine, ran);
        expect(ran.stderr).toMatch(/ is older than 1\.0\.0 .* docs\/operate\/upgrading\.md/);
      }
      expect(machine.upgrade(machine.pack("1.0.0", { day: "21" })).status).toBe(0);
      expect(machine.current()).toBe("releases/1.0.0-abcdef123456");
      expect(machine.upgrade(machine.pack("1.10.0")).status).toBe(0);
      expect(machine.upgrade(machine.pack("1.9.0")).stderr).toContain("is older than 1.10.0");
    },
  );

  it.skipIf(!mayMount())("R985 unpacks nothing on a disk that is too small", async () => {
    const machine = await makeMachine();
    const archive = machine.pack("1.1.0");
    const releases = join(machine.folder, "market/releases");
    const [program, ...args] = machine.command;
    const full = `cp -a ${releases} ${machine.folder}/copy && mount -t tmpfs -o size=64m tmpfs ${releases} && cp -a ${machine.folder}/copy/. ${releases} && exec "$@"`;
    const { status, stderr } = spawnSync(
      "unshare",
      [...apart, "sh", "-c", full, "sh", program, ...args, archive],
      { cwd: machine.home, env: machine.env, encoding: "utf8" },
    );
    expect(stderr).toMatch(
      /^The disk of .*\/releases has 0\.1 GB free, and 0\.3 GB are needed\. Remove old releases there, or make room\.\n$/,
    );
    expect(status).toBe(1);
    expect(machine.calls()).toEqual([]);
  });

  it(
    "R985 needs the folders of install.md, and the folder with .env",
    { tags: "sweep" },
    async () => {
      const machine = await makeMachine();
      const archive = machine.pack("1.1.0");
      rmSync(join(machine.home, ".env"));
      expect(machine.upgrade(archive).stderr).toMatch(/^There is no \.env in this folder\./);
      const outside = spawnSync(join(root, "deploy/market"), ["upgrade", archive], {
        cwd: machine.folder,
        env: machine.env,
      });
      expect(outside.status).not.toBe(0);
    },
  );
});
