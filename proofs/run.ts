// `npm run proof -- <name> [options]`: runs proofs/<name>.ts with the other arguments.
import { runNamed } from "../bench/support/run-named.ts";

await runNamed("proof", import.meta.dirname);
