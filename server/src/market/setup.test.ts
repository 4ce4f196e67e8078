import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { loadConfig } from "../config/config.ts";
import { compileCache, createProcesses } from "../../test/process.ts";

const processes = createProcesses();
afterEach(() => processes.stopAll());

async function setup(args: string, lines: string[] = []) {
  const folder = await processes.makeFolder();
  writeFileSync(join(folder, "answers"), lines.join("\n"));
  const command = `exec node_modules/.bin/node server/src/market/market.ts setup ${args} < answers`;
  const run = async () => {
    const one = await processes.start({}, { folder, command });
    return { code: await one.exit, text: one.output() };
  };
  const path = join(folder, ".env");
  return { folder, path, run, written: () => parseEnv(readFileSync(path, "utf8")) };
}

type Step = readonly [shown: string, typed: string | ((screen: string) => string | undefined)];

/** Runs `market setup` in a terminal, and types each answer once its prompt is shown. @returns the screen */
async function inTerminal(folder: string, steps: Step[], flags = ""): Promise<string> {
  const command = `${process.execPath} server/src/market/market.ts setup ${flags}`;
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", TERM: "xterm", NODE_COMPILE_CACHE: compileCache },
  });
  const waiting = [...steps];
  let [screen, seen] = ["", 0];
  child.stdout.on("data", (chunk: Buffer) => {
    screen += chunk.toString();
    const [next] = waiting;
    if (next === undefined || !screen.slice(seen).includes(next[0])) return;
    seen = screen.length;
    waiting.shift();
    const typed = typeof next[1] === "string" ? next[1] : next[1](screen);
    child.stdin.write(`${typed}\r`);
  });
  await once(child, "close");
  return screen;
}

const answers = [
  "https://market.college.edu",
  "https://id.college.edu/realms/campus",
  "Campus ID",
  "market",
  'se"cr\\et',
  "@college.edu",
  "help@college.edu",
  "Asha@college.edu, rohan@college.edu",
  "St. John's",
  "₹",
  "",
  "",
];

describe("setting up", () => {
  it("R718 asks, and writes a file of its owner that production starts with", async () => {
    const { path, run, written } = await setup("", answers);
    const { code, text } = await run();
    expect([code, text]).toEqual([0, expect.stringContaining(`${path} is written`)]);
    expect(text).toContain("https://market.college.edu/api/auth/callback");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(written()).toMatchObject({
      MODE: "production",
      OIDC_NAME: "Campus ID",
      OIDC_CLIENT_SECRET: 'se"cr\\et',
      MODERATOR_EMAILS: "Asha@college.edu, rohan@college.edu",
      CAMPUS_NAME: "St. John's",
      CART_CURRENCY_SYMBOL: "₹",
      TRUSTED_PROXIES: "1",
    });
    expect(written()["KEY_SECRET"]).toMatch(/^[\w-]{43}$/);
    expect(loadConfig(written()).mode).toBe("production");
    // A second run would replace the key that the first one created.
    const again = await run();
    expect([again.code, again.text]).toEqual([1, expect.stringContaining("is there already")]);
  });

  it("R855 asks where backups go, and refuses folders that a service does not see", async () => {
    const { run, written } = await setup("", [
      ...answers,
      "",
      "/home/asha/backup",
      "/tmp/backup",
      "/mnt/backup/market",
    ]);
    const { code, text } = await run();
    expect([code, text]).toEqual([0, expect.stringContaining("a folder that a service sees")]);
    expect(written()["BACKUP_TO"]).toBe("/mnt/backup/market");
  });

  it("R718 asks again where an answer is wrong", async () => {
    const [origin = "", ...rest] = answers;
    const { run, written } = await setup("", ["market.college.edu", origin, ...rest]);
    const { code, text } = await run();
    expect([code, text]).toEqual([0, expect.stringContaining("PUBLIC_ORIGIN must be")]);
    expect(written()["PUBLIC_ORIGIN"]).toBe("https://market.college.edu");
  });

  it("R980 drops a slash at the end, and refuses plain http immediately, with the other answers kept", async () => {
    const [, issuer = "", ...rest] = answers;
    const { run, written } = await setup("", [
      "http://market.college.edu",
      "https://market.college.edu/",
      "http://id.college.edu",
      `${issuer}/`,
      ...rest,
    ]);
    const { code, text } = await run();
    expect([code, text]).toEqual([0, expect.stringContaining("is written")]);
    expect(text.match(/PUBLIC_ORIGIN must start with https:.*\n/g)).toHaveLength(1);
    expect(text.match(/OIDC_ISSUER must start with https:.*\n/g)).toHaveLength(1);
    expect(text).toContain(" https://market.college.edu/api/auth/callback\n");
    expect(written()).toMatchObject({
      PUBLIC_ORIGIN: "https://market.college.edu",
      OIDC_ISSUER: issuer,
    });
  });

  it("R980 checks flags before the first prompt", async () => {
    const { run, path } = await setup("--demo-data on", answers);
    const { code, text } = await run();
    expect([code, text]).toEqual([1, expect.stringContaining("DEMO_DATA=on is for the trial")]);
    expect(text).not.toContain("Where will students");
    expect(existsSync(path)).toBe(false);
  });

  it("R981 encrypts backups once the last four characters of the recovery line are typed back", async () => {
    const one = await setup("", answers);
    const screen = await inTerminal(one.folder, [
      ...answers.map((answer) => ["? ", answer] as const),
      ["embedded one)? ", ""],
      ["folder on another disk", "/mnt/backup/market"],
      ["Encrypt the backups", ""],
      ["Its last four characters", "zzzz"],
      ["are not its last four characters", (text) => /KEY_SECRET=\S+(\S{4})\s/.exec(text)?.[1]],
    ]);
    expect(screen).toContain(`${one.path} is written`);
    expect(one.written()).toMatchObject({ BACKUP_ENCRYPT: "on", BACKUP_TO: "/mnt/backup/market" });
    expect(screen).toContain(`KEY_SECRET=${one.written()["KEY_SECRET"]}`);
    // The terminal shows what is typed, except for the secret.
    expect(screen).toContain("Campus ID");
    expect(screen).not.toContain("cr\\et");
  });

  it("R981 shows no secret without a terminal, and leaves backups unencrypted there", async () => {
    const { run, written } = await setup("", [...answers, "", "/mnt/backup/market", "yes"]);
    const { code, text } = await run();
    expect([code, text]).toEqual([
      0,
      expect.stringContaining("Backups will not be encrypted: turning that on needs a terminal."),
    ]);
    expect(text).not.toContain("KEY_SECRET=");
    expect(text).not.toContain(written()["KEY_SECRET"]);
    expect(written()).not.toHaveProperty("BACKUP_ENCRYPT");
  });

  it(
    "R981 writes nothing where encryption is demanded and cannot be confirmed",
    { tags: "sweep" },
    async () => {
      const lines = [...answers, "", "/mnt/backup/market"];
      const piped = await setup("--backup-encrypt on", [...lines, "yes"]);
      const { code, text } = await piped.run();
      expect([code, text]).toEqual([
        1,
        "--backup-encrypt on needs a terminal, to confirm that its KEY_SECRET is stored, or a secret that you have stored already: --key-secret. Nothing was written.\n",
      ]);
      expect(existsSync(piped.path)).toBe(false);
      const kept = await setup("--backup-encrypt on --key-secret of-the-previous-server", lines);
      expect((await kept.run()).code).toBe(0);
      expect(kept.written()).toMatchObject({
        BACKUP_ENCRYPT: "on",
        KEY_SECRET: "of-the-previous-server",
      });
      const given = await setup("");
      const screen = await inTerminal(
        given.folder,
        [
          ...answers.map((answer) => ["? ", answer] as const),
          ["embedded one)? ", ""],
          ["folder on another disk", "/mnt/backup/market"],
          ["Its last four characters, from your copy (empty to stop)?", ""],
        ],
        "--backup-encrypt on",
      );
      expect(screen).toContain("Nothing was written.");
      expect(existsSync(given.path)).toBe(false);
    },
  );

  it("R981 refuses a secret that is short enough to be tried out, and writes nothing", async () => {
    const given = await setup("--key-secret fifteen-letters", answers);
    const { code, text } = await given.run();
    expect([code, text]).toEqual([
      1,
      "KEY_SECRET must have at least 16 characters, such as those of: openssl rand -base64 32. Nothing was written.\n",
    ]);
    expect(existsSync(given.path)).toBe(false);
  });

  it(
    "R981 never changes whether a folder that has backups is encrypted",
    { tags: "sweep" },
    async () => {
      const lines = [...answers, "", "yes"];
      const again = await setup("--backup-to backups", lines);
      const name = join(again.folder, "backups/2026-11-23T02-23-00Z");
      mkdirSync(name, { recursive: true });
      writeFileSync(join(name, "SHA256SUMS"), "");
      expect((await again.run()).text).toContain("stay as they are");
      expect(again.written()).not.toHaveProperty("BACKUP_ENCRYPT");
      rmSync(again.path);
      const screen = await inTerminal(
        again.folder,
        [...answers.map((answer) => ["? ", answer] as const), ["embedded one)? ", ""]],
        "--backup-to backups --backup-encrypt on",
      );
      expect(screen).toContain("The backups in backups stay as they are, encrypted or not.");
      expect(screen).toContain("Nothing was written.");
      expect(existsSync(again.path)).toBe(false);
    },
  );

  it("R718 takes flags instead, names those that are missing, and refuses wrong ones", async () => {
    const flags = [
      "--public-origin https://market.college.edu --oidc-issuer https://accounts.google.com",
      "--oidc-name Google --oidc-client-id id --oidc-client-secret secret",
      "--college-email-suffix @college.edu --campus-name CGU",
      "--cart-currency-symbol ₹ --contact-email help@college.edu --photos",
    ];
    const unknown = await (await setup(flags.join(" "))).run();
    expect(unknown.code).toBe(1);
    expect(unknown.text).not.toContain("    at ");
    const most = flags.join(" ").replace(" --photos", "");
    const missing = await (await setup(most.replace(/--contact-email \S+/, ""))).run();
    expect([missing.code, missing.text]).toEqual([1, expect.stringContaining("--contact-email")]);
    const wrong = await (await setup(`${most} --database-url mysql://x`)).run();
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining("DATABASE_URL must be")]);
    const { run, written } = await setup(`${most} --database-url postgres://market@db/market`);
    expect((await run()).code).toBe(0);
    expect(written()["DATABASE_URL"]).toBe("postgres://market@db/market");
  });
});
