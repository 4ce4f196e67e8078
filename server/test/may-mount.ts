import { spawnSync } from "node:child_process";

/** Runs a program in a mount namespace of its own; other accounts than root become its root. */
export const apart: readonly string[] =
  process.getuid?.() === 0 ? ["--mount"] : ["--mount", "--map-root-user"];

/** Whether a test may mount something in a namespace of its own. Where the system forbids it, says what is not tested. */
export function mayMount(): boolean {
  const { status, stderr, error } = spawnSync(
    "unshare",
    [...apart, "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
    { encoding: "utf8" },
  );
  if (status !== 0)
    console.warn(
      `Tests that need a small disk are skipped: unshare is refused here (${error?.message ?? stderr.trim()}).`,
    );
  return status === 0;
}
