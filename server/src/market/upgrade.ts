import { existsSync } from "node:fs";
import {
  access,
  constants,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { releaseFolder } from "../config/command-name.ts";
import { UsageError } from "./command.ts";
import {
  folderFor,
  inspectArchive,
  isOlder,
  nameOf,
  readVersion,
  unpack,
  type Version,
} from "./upgrade/archive.ts";
import { openService, type Service } from "./upgrade/service.ts";
import { succeeds } from "./upgrade/run.ts";

const options = {
  restart: { type: "string" },
  seconds: { type: "string", default: "600" },
  "ignore-doctor": { type: "boolean", default: false },
  "without-backup": { type: "boolean", default: false },
} as const;

/** The folders of an installation, as docs/operate/install.md lays them out. */
type Place = {
  releases: string;
  current: string;
  /** Contains the name of the release to go back to, while an upgrade is between its switch and its end. */
  mark: string;
};

/** Switches to a new release, and back if it does not answer. The launcher runs it as root, one at a time (deploy/market). */
export async function upgrade(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new UsageError("upgrade needs the archive of a release: campus-marketplace-….tar.gz");
  if (!/^[1-9]\d{0,5}$/.test(values.seconds))
    throw new UsageError("upgrade takes --seconds with a whole number");
  if (!existsSync(".env"))
    throw new UsageError(
      "There is no .env in this folder. Run it in the market's: /var/lib/market",
    );
  const place = await findPlace();
  const service = await openService(values.restart, Number(values.seconds));
  const archive = await inspectArchive(resolve(file));
  const { version } = archive;
  const [from, running] = await runningRelease(place);
  const interrupted = await readMark(place);
  if (running.text === version.text) {
    if (interrupted === undefined) return console.log(`${version.text} is installed already.`);
    console.log(`The upgrade to ${version.number} was interrupted after the switch: going on.`);
    return finish(place, service, { from: join(place.releases, interrupted), to: from });
  }
  if (interrupted !== undefined && interrupted !== nameOf(from))
    throw new UsageError(
      `An upgrade to ${running.number} was interrupted. Finish it first, with its archive: market upgrade`,
    );
  if (isOlder(version, running))
    throw new UsageError(
      `${version.text} is older than ${running.text}, which is installed. The way back is in docs/operate/upgrading.md.`,
    );
  console.log(`The archive of ${version.text} is whole.`);
  const to = await folderFor(place.releases, version);
  process.umask(0o022);
  await unpack(resolve(file), to, archive.bytes);
  console.log(`It is unpacked in ${to}.`);
  await prepare(place, to, values);
  await writeFile(place.mark, `${nameOf(from)}\n`);
  await switchTo(place, to);
  await finish(place, service, { from, to });
}

async function findPlace(): Promise<Place> {
  const releases = dirname(releaseFolder);
  const current = join(dirname(releases), "current");
  const isLaidOut =
    nameOf(releases) === "releases" &&
    (await readlink(current).then(
      () => true,
      () => false,
    ));
  if (!isLaidOut)
    throw new UsageError(
      "upgrade needs releases side by side and a link current, as docs/operate/install.md lays them out.",
    );
  await access(releases, constants.W_OK).catch(() => {
    throw new UsageError(`This account may not write to ${releases}: run it as root.`);
  });
  return { releases, current, mark: join(releases, ".upgrading") };
}

async function runningRelease({ current }: Place): Promise<[folder: string, version: Version]> {
  const folder = resolve(dirname(current), await readlink(current));
  const version = await readVersion(folder);
  if (version === undefined) throw new UsageError(`${folder} has no file VERSION.`);
  return [folder, version];
}

const readMark = ({ mark }: Place): Promise<string | undefined> =>
  readFile(mark, "utf8").then(
    (text) => text.trim() || undefined,
    () => undefined,
  );

/** Lets the new release examine this server, and the running one make a backup and, if there is none, a KEY_SECRET. */
async function prepare(
  { current }: Place,
  to: string,
  flags: { "ignore-doctor": boolean; "without-backup": boolean },
): Promise<void> {
  if (!(await succeeds(join(to, "market"), ["doctor"])) && !flags["ignore-doctor"])
    throw new UsageError(
      `The doctor of ${nameOf(to)} found faults, so nothing was switched. Fix them, or continue with --ignore-doctor.`,
    );
  const market = join(current, "market");
  if (!flags["without-backup"] && !(await succeeds(market, ["backup"])))
    throw new UsageError(
      "There is no backup, so nothing was switched. Fix that, or continue with --without-backup.",
    );
  // A market without one starts, with a warning.
  await succeeds(market, ["key-secret"]);
}

/** The link is replaced by rename, so that it always exists. */
async function switchTo({ current }: Place, folder: string): Promise<void> {
  const next = join(dirname(current), "next");
  await rm(next, { force: true });
  await symlink(join("releases", nameOf(folder)), next);
  await rename(next, current);
}

type Change = { from: string; to: string };

/** Restarts the market on the new release, or goes back. A closed terminal ends neither. */
async function finish(place: Place, service: Service, { from, to }: Change): Promise<void> {
  for (const signal of ["SIGHUP", "SIGINT"])
    process.on(signal, () => console.error("Wait: the market is being switched."));
  console.log(`Restarting the market with ${nameOf(to)}.`);
  if (await service.startsWith(to)) {
    await rm(place.mark, { force: true });
    console.log(`${nameOf(to)} answers. ${nameOf(from)} stays in ${from}, for the way back.`);
    return;
  }
  console.error(`${nameOf(to)} does not answer: going back to ${nameOf(from)}.`);
  await switchTo(place, from);
  const isBack = await service.startsWith(from);
  await rm(place.mark, { force: true });
  throw new UsageError(
    isBack
      ? `${nameOf(to)} did not start, and ${nameOf(from)} runs again. Why: ${service.log}`
      : `Neither ${nameOf(to)} nor ${nameOf(from)} answers. Why: ${service.log}`,
  );
}
