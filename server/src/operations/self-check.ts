import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { describeAddress } from "../config/settings-in-force.ts";
import { openProvider } from "../identity/identity.ts";
import { openMailServer } from "../mail/mail-server.ts";
import type { Storage } from "../storage/storage.ts";
import { describeCause } from "../config/cause.ts";
import { sendRequest } from "./send-request.ts";

/** Tries each service. @param storage undefined if its folder does not exist yet @returns a sentence for each failure */
export async function findFaults(config: Config, storage: Storage | undefined): Promise<string[]> {
  const tries: [string, Promise<unknown>][] = [];
  if (storage !== undefined)
    tries.push([`Photos cannot be stored in ${nameOf(config)}`, tryStorage(config, storage)]);
  if (config.mode === "production")
    tries.push([
      `Nobody can log in: the provider ${config.OIDC_ISSUER} cannot be used`,
      openProvider(config).check(),
    ]);
  if (config.SMTP_URL !== undefined)
    tries.push([`No mail is sent: ${mailHostOf(config.SMTP_URL)} cannot be used`, tryMail(config)]);
  for (const host of config.PUSH ? namedPushServices(config) : [])
    tries.push([`Nothing is pushed through ${host}`, requestPushService(host)]);
  const faults = tries.map(([fault, attempt]) =>
    attempt.then(
      () => [],
      (error: unknown) => [`${fault}: ${describeCause(error)}.`],
    ),
  );
  return (await Promise.all(faults)).flat();
}

/** Lists the push services whose whole host name is known. */
export const namedPushServices = ({ PUSH_SERVICES }: Config) =>
  PUSH_SERVICES.filter((service) => !service.startsWith("."));

/** Requests a push service; any response will do. */
export const requestPushService = (host: string) => sendRequest(`https://${host}/`);

export const nameOf = ({ STORAGE_URL, DATA_DIR }: Config) =>
  STORAGE_URL === undefined ? join(DATA_DIR, "photos") : describeAddress(STORAGE_URL);

export const mailHostOf = (address: string) => new URL(address).host;

async function tryMail(config: Config): Promise<void> {
  await (await openMailServer(config, config.SMTP_URL ?? "")).check();
}

/** Tries the storage. Another account's folder is only read, because the market could not use files of ours. */
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
