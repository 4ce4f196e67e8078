// The archive of this commit on a machine that has nothing else, and beside that of an earlier commit
// (RELEASE_BEFORE, the one before this unless said): `npm run test:release`.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./support/campus.ts";
import { freePorts } from "./support/ports.ts";
import { expect, test } from "@playwright/test";
import { phonePhoto } from "./support/phone-photo.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Everything of the system that the launcher calls. There is no Node and no npm. */
const tools = ["sh", "readlink", "id", "stat", "setpriv", "cat"];

const machine = temporaryFolder();
test.afterAll(() => machine.remove());

/** Makes the archive of a commit and unpacks it. @returns the folder of the release */
function install(commit: string, name: string): string {
  const archives = join(machine.path, `archives-${name}`);
  const make = ["scripts/release.mjs", "--commit", commit, "--to", archives];
  execFileSync(process.execPath, make, { cwd: root, stdio: "inherit" });
  const archive = readdirSync(archives).find((file) => file.endsWith(".tar.gz")) ?? "";
  execFileSync("sha256sum", ["--check", "--quiet", `${archive}.sha256`], { cwd: archives });
  const release = join(machine.path, "releases", name);
  mkdirSync(release, { recursive: true });
  execFileSync("tar", ["-xzf", join(archives, archive), "-C", release, "--strip-components=1"]);
  return release;
}

test("an unpacked archive opens a market on a machine without npm, and is gone up to and back from under load", async () => {
  const release = install("HEAD", "this");
  const bin = machine.folder("bin");
  for (const tool of tools)
    symlinkSync(execFileSync("which", [tool], { encoding: "utf8" }).trim(), join(bin, tool));
  expect(spawnSync("npm", ["-v"], { env: { PATH: bin } }).error).toMatchObject({ code: "ENOENT" });
  await runMainJourney(join(release, "market"), bin);

  const before = install(process.env["RELEASE_BEFORE"] ?? "HEAD~1", "before");
  const [port] = (await freePorts(1)) as [number];
  const proof = ["proofs/run.ts", "rolling-restart", "--restarts", "8", "--gap", "1500"];
  const options = ["--port", String(port), "--releases", `${before},${release}`];
  execFileSync(process.execPath, [...proof, ...options], { cwd: root, stdio: "inherit" });
});

/** A visitor looks around, a student signs in and lists, and the listing is in every list. */
async function runMainJourney(market: string, bin: string): Promise<void> {
  const [port, provider] = (await freePorts(2)) as [number, number];
  const env = { PATH: bin, PORT: String(port), DEVELOPMENT_PROVIDER_PORT: String(provider) };
  const home = machine.folder("home");
  const began = Date.now();
  const child = spawn(market, ["start"], { cwd: home, env, stdio: "inherit" });
  try {
    const origin = `http://localhost:${port}`;
    await expect
      .poll(
        () =>
          fetch(`${origin}/readyz`).then(
            ({ ok }) => ok,
            () => child.exitCode,
          ),
        { timeout: 300_000 },
      )
      .toBe(true);
    console.log(
      `open ${((Date.now() - began) / 1000).toFixed(1)} s after the first start, demo campus included`,
    );

    const document = await (await fetch(origin)).text();
    expect(document).toContain("Latest Products");
    for (const file of new Set(document.match(/\/assets\/[\w.-]+\.js/g)))
      expect((await fetch(origin + file)).status).toBe(200);
    const list = () =>
      fetch(`${origin}/api/products/filter?q=dimmer`).then((answer) => answer.text());
    expect(await list()).not.toContain("Lamp with a dimmer");

    const token = execFileSync(market, ["token", "--email", "asha@cgu.example"], {
      cwd: home,
      env,
      encoding: "utf8",
    }).trim();
    const headers = { authorization: `Bearer ${token}` };
    const form = new FormData();
    for (const [name, value] of Object.entries(lamp)) form.append(name, value);
    form.append("images", new Blob([new Uint8Array(await phonePhoto(6))]), "lamp.jpg");
    const listed = await fetch(`${origin}/api/products/create`, {
      method: "POST",
      headers,
      body: form,
    });
    expect(listed.status).toBe(201);
    await expect.poll(list).toContain("Lamp with a dimmer");
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  }
}

const lamp = {
  name: "Lamp with a dimmer",
  price: "350",
  description: "Warm and cold light.",
  address: "Hostel 4 gate",
  locationType: "On-Campus",
  category: "Room & Living",
  condition: "Used - Good",
};
