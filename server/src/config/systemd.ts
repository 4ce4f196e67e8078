import { readFile } from "node:fs/promises";
import { execFile } from "node:child_process";

/** The first descriptor of those that systemd passes on (sd_listen_fds). */
const first = 3;

/** The socket that systemd keeps open while we restart, so that requests wait instead of being refused (deploy/market.socket). */
export function passedSocket(environment = process.env): { fd: number } | undefined {
  const isOurs = environment["LISTEN_PID"] === String(process.pid);
  return isOurs && environment["LISTEN_FDS"] === "1" ? { fd: first } : undefined;
}

/** Lets `systemctl restart` return now (Type=notify). systemd's own program says it, as Node opens no such socket. */
export function notifyReady(): void {
  if (process.env["NOTIFY_SOCKET"] === undefined) return;
  execFile("systemd-notify", ["--ready"], (error) => {
    if (error) console.error(`systemd was not notified that the market is ready: ${error.message}`);
  });
}

/** Linux's id of this boot. The units pass it, because a service does not see the file. @returns "" where there is none, as on macOS */
export async function readBootId(environment = process.env): Promise<string> {
  const file = "/proc/sys/kernel/random/boot_id";
  const text = environment["BOOT_ID"] ?? (await readFile(file, "utf8").catch(() => ""));
  return text.trim().replaceAll("-", "");
}
