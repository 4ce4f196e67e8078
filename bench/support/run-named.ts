import { readdirSync } from "node:fs";
import { basename } from "node:path";

/** Runs the program of the folder that the first argument names, with the other arguments. */
export async function runNamed(command: string, folder: string): Promise<void> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".ts") && file !== "run.ts")
    .map((file) => basename(file, ".ts"));
  const [name = ""] = process.argv.splice(2, 1);
  if (names.includes(name)) {
    await import(`${folder}/${name}.ts`);
  } else {
    console.error(`npm run ${command} -- <name>, one of: ${names.join(", ")}`);
    process.exitCode = 1;
  }
}
