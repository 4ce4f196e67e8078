import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { vi } from "vitest";
import { runCommand } from "../src/market/commands.ts";
import { temporaryFolder } from "./folder.ts";

type Ran = {
  code: number;
  text: string;
  /** The lines of `text` that went to the error stream. */
  errors: string;
  /** The text of `.env` afterwards. */
  file: string;
};

/** Runs `market …` in a folder with an `.env` of these settings; in this process, which saves a start. */
export async function runCli(
  settings: Record<string, string | undefined>,
  ...args: string[]
): Promise<Ran> {
  const folder = await temporaryFolder();
  const lines = Object.entries(settings).map(([name, value]) => value && `${name}="${value}"\n`);
  writeFileSync(join(folder, ".env"), lines.join(""));
  const printed: string[] = [];
  const errors: string[] = [];
  const print = (line: unknown) => void printed.push(String(line));
  const spies = [
    vi.spyOn(console, "log").mockImplementation(print),
    vi.spyOn(console, "error").mockImplementation((line: unknown) => {
      print(line);
      errors.push(String(line));
    }),
  ];
  const { env, exitCode } = process;
  const cwd = process.cwd();
  process.env = { PATH: env["PATH"] };
  process.exitCode = 0;
  process.chdir(folder);
  try {
    await runCommand(args);
    return {
      code: Number(process.exitCode),
      text: printed.join("\n"),
      errors: errors.join("\n"),
      file: readFileSync(".env", "utf8"),
    };
  } finally {
    process.chdir(cwd);
    process.env = env;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}
