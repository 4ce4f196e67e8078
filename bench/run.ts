// `npm run bench -- <name> [options]`: runs bench/<name>.ts with the other arguments.
import { runNamed } from "./support/run-named.ts";

await runNamed("bench", import.meta.dirname);
