import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { UsageError } from "../command.ts";

const execute = promisify(execFile);

/** @returns a program's output @throws UsageError with its error output */
export async function outputOf(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { maxBuffer: 64 * 1024 ** 2 });
    return stdout;
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    throw new UsageError(stderr.trim().split("\n").at(-1) || message);
  }
}

type Options = {
  /** Milliseconds after which it is ended. */
  timeoutMs?: number;
  /** Whether it runs in its own session, so that a closed terminal does not end it. */
  isApart?: boolean;
};

/** Runs a program in this terminal. @returns whether it succeeded */
export function succeeds(
  program: string,
  args: string[],
  { timeoutMs, isApart = false }: Options = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "inherit", "inherit"],
      detached: isApart,
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}
