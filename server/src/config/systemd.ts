import { execFile } from "node:child_process";

/** The first descriptor of those that systemd passes on (sd_listen_fds). */
const first = 3;

/**
 * The socket that systemd listens on in our place (deploy/market.socket). It stays open while we restart, so that
 * requests that arrive during a restart wait instead of being refused.
 */
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
