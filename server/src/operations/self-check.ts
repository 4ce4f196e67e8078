import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { openProvider } from "../identity/identity.ts";
import { openMailServer } from "../mail/mail-server.ts";
import type { Storage } from "../storage/storage.ts";
import { causeOf } from "../config/cause.ts";
import { ask } from "./ask.ts";

/**
 * Tries storage, provider, mail server and push services.
 * @param storage none where its folder is yet to be made
 * @returns a sentence for each that does not work
 */
export async function findFaults(config: Config, storage: Storage | undefined): Promise<string[]> {
  const tries: [string, Promise<unknown>][] = [];
  if (storage !== undefined)
    tries.push([`Photos cannot be stored in ${nameOf(config)}`, tryStorage(config, storage)]);
  if (config.mode === "production")
    tries.push([
      `Nobody can sign in: the provider ${config.OIDC_ISSUER} cannot be used`,
      openProvider(config).check(),
    ]);
  if (config.SMTP_URL !== undefined)
    tries.push([`No mail is sent: ${mailHostOf(config.SMTP_URL)} cannot be used`, tryMail(config)]);
  for (const host of config.PUSH ? namedPushServices(config) : [])
    tries.push([`Nothing is pushed through ${host}`, askPushService(host)]);
  const faults = tries.map(([fault, attempt]) =>
    attempt.then(
      () => [],
      (error: unknown) => [`${fault}: ${causeOf(error)}.`],
    ),
  );
  return (await Promise.all(faults)).flat();
}

/** Without those of which only the end of the name is known. */
export const namedPushServices = ({ PUSH_SERVICES }: Config) =>
  PUSH_SERVICES.filter((service) => !service.startsWith("."));

/** Any answer will do. */
export const askPushService = (host: string) => ask(`https://${host}/`);

export const nameOf = ({ STORAGE_URL, DATA_DIR }: Config) =>
  STORAGE_URL ?? join(DATA_DIR, "photos");

/** Without name and password. */
export const mailHostOf = (address: string) => new URL(address).host;

async function tryMail(config: Config): Promise<void> {
  await (await openMailServer(config, config.SMTP_URL ?? "")).check();
}

/** Another account's folder is only looked at: files of ours would be in the market's way. */
export async function tryStorage(config: Config, storage: Storage): Promise<void> {
  await storage.check();
  if (config.STORAGE_URL === undefined) {
    const { uid } = await stat(join(config.DATA_DIR, "photos"));
    if (uid !== process.getuid?.()) return;
  }
  const key = `check-${randomBytes(12).toString("hex")}.bin`;
  await storage.put(key, Buffer.from(key));
  const file = await storage.open(key);
  if (file === undefined) throw new Error("what was written is not there");
  await buffer(file.stream);
  await storage.remove([key]);
}
