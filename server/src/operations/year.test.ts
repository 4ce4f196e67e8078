import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { runCli } from "../../test/run-cli.ts";
import { freePort, production, root } from "../../test/process.ts";
import { upsertIdentity } from "../identity/identities.sql.ts";

const page = readFileSync(join(root, "docs/operate/maintenance.md"), "utf8");

/** Every `market …` command of the page with its output, in the order of execution. */
const prints: Record<string, RegExp> = {
  "market backup": /holds 0 listings of 1 students/,
  "market verify-backup": /is whole: 0 listings of 1 students/,
  "market doctor": /^Nothing to fix\.$/m,
  "market views": /7 days/,
  "market new-today": /^0 new items today\. No moderator is notified\.$/,
  "market cases": /^0 open cases$/,
  "market rotate-keys": /^Tokens are signed with key \S+ from now on\.$/,
  "market change-issuer --from https://accounts.google.com --to https://login.college.edu --dry-run":
    /^Accounts of https:\/\/accounts\.google\.com: 1\nNothing was changed\.$/,
  "market change-issuer --from https://accounts.google.com --to https://login.college.edu":
    /^For 30 days from now/m,
  "market relink --email asha@college.edu": /with asha@college\.edu within 7 days/,
};

/** Debian's own commands, which no test can run. */
const ofDebian: Record<string, string> = {
  "apt-get install unattended-upgrades": "installs a package",
  "journalctl -u market": "needs systemd, and a market that it started",
  "systemctl restart market": "the same; a restart under load is in proofs/rolling-restart.ts",
  "market allow-backup": "writes settings of systemd; `server/test/release.test.ts` runs it",
  "return 308 https://new.name$request_uri;": "a line for the proxy",
};

/** Lines of code blocks without their comments, and inline code. */
function codeOf(text: string): string[] {
  const block = /^ *```\w*\n(.*?)^ *```$/gms;
  const lines = [...text.matchAll(block)].flatMap(([, inside = ""]) => inside.split("\n"));
  const spans = [...text.replaceAll(block, "").matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
  return [...lines.map((line) => line.replace(/#.*/, "")), ...spans].map((code) =>
    code.replaceAll(/\s+/g, " ").trim(),
  );
}

describe("docs/operate/maintenance.md", () => {
  const provider = new OAuth2Server();
  let market: TestMarket;
  let settings: Record<string, string | undefined>;

  beforeAll(async () => {
    await provider.issuer.keys.generate("RS256");
    await provider.start(0, "127.0.0.1");
    const port = await freePort();
    const given = {
      ...production,
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      OIDC_ISSUER: provider.issuer.url ?? "",
    };
    market = await openTestMarket({ ...given, DEMO_DATA: "" });
    await market.app.listen({ port, host: "127.0.0.1" });
    await market.student("Rohan");
    await upsertIdentity(market.parts.db, {
      issuer: "https://accounts.google.com",
      subject: "1029",
      email: "asha@college.edu",
      name: "Asha",
      picture: null,
    });
    const { config } = market.parts;
    settings = {
      ...given,
      DATABASE_URL: config.DATABASE_URL,
      DATABASE_SESSION_URL: config.DATABASE_SESSION_URL,
      DATA_DIR: config.DATA_DIR,
      STORAGE_URL: config.STORAGE_URL,
      AWS_ACCESS_KEY_ID: config.AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: config.AWS_SECRET_ACCESS_KEY,
      BACKUP_TO: join(config.DATA_DIR, "backups"),
    };
  });
  afterAll(async () => {
    await market.close();
    await provider.stop();
  });

  const run = (command: string) => {
    const words = command.replace("https://login.college.edu", provider.issuer.url ?? "");
    return runCli(settings, ...words.split(" ").slice(1));
  };

  it("R807 names no command that the tests below do not run", () => {
    const known = [...Object.keys(prints), ...Object.keys(ofDebian)];
    // More than one word, the first in small letters.
    const commands = new Set(codeOf(page).filter((code) => /^[a-z][a-z-]* /.test(code)));
    expect([...commands].toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(prints))("R807 %s", async (command, output) => {
    const { code, text } = await run(command);
    expect(text).toMatch(output);
    expect([code, text]).toEqual([0, text]);
  });

  it("R807 names no option that its command does not take", async () => {
    const options = [...page.matchAll(/`(--[^`]+)`/g)].map(([, option = ""]) => option);
    expect(new Set(options)).toEqual(new Set(["--days 60", "--close", "--dry-run"]));
    const change = Object.keys(prints).find((command) => command.endsWith("college.edu")) ?? "";
    for (const option of new Set(options))
      expect(await run(`${change} ${option}`)).toMatchObject({ code: 0 });
  });

  it("R808 and the other pages name only commands and options that there are", async () => {
    const { text: usage } = await runCli({});
    const help = new Map<string, string>();
    for (const part of usage.split(/^ {2}(?=[a-z])/m)) {
      const [name = ""] = part.split(" ", 1);
      help.set(name, (help.get(name) ?? "") + part);
    }
    // The launcher of a release has some of its own (deploy/market).
    for (const name of ["start", "version", "allow-backup"]) help.set(name, name);
    const pages = globSync(
      ["docs/*.md", "docs/{operate,develop}/*.md", "README.md", "CONTRIBUTING.md"],
      { cwd: root },
    );
    const mentions = pages
      .flatMap((name) => codeOf(readFileSync(join(root, name), "utf8")))
      .filter((code) => /^(\S*\/|npm run )?market [a-z-]/.test(code));
    expect(mentions.length).toBeGreaterThan(60);
    const wrong = mentions.filter((line) => {
      const [, name = "", rest = ""] = /market (?:-- )?([a-z-]+)(.*)/.exec(line) ?? [];
      const options = rest.match(/--[a-z-]+/g) ?? [];
      // `setup` takes every setting.
      return (
        !help.has(name) ||
        (name !== "setup" && options.some((option) => !help.get(name)?.includes(option)))
      );
    });
    expect(wrong).toEqual([]);
  });
});
