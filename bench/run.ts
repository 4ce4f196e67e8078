// `npm run bench -- <name> [options]`: runs bench/<name>.ts with the other arguments.
import { readdirSync } from "node:fs";
import { basename } from "node:path";

const folder = new URL(".", import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && file !== basename(import.meta.filename))
  .map((file) => basename(file, ".ts"));
const [name = ""] = process.argv.splice(2, 1);
if (names.includes(name)) {
  await import(new URL(`${name}.ts`, folder).href);
} else {
  console.error(`npm run bench -- <name>, one of: ${names.join(", ")}`);
  process.exitCode = 1;
}
