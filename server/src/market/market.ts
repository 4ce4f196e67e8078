import { isStalled } from "../backup/stalls.ts";
import { runCommand } from "./commands.ts";

await runCommand(process.argv.slice(2));
// A thread that waits for a disk cannot be ended, and Node would wait for it.
if (isStalled()) process.kill(process.pid, "SIGKILL");
