import { spawnSync } from "node:child_process";

/** Runs a program in a mount namespace of its own; other accounts than root become its root. */
export const apart: readonly string[] =
  process.getuid?.() === 0 ? ["--mount"] : ["--mount", "--map-root-user"];

/** Whether a test may mount something in a namespace of its own, which some systems do not allow. */
export const mayMount = (): boolean =>
  spawnSync("unshare", [...apart, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
