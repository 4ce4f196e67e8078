import { join } from "node:path";
import { UsageError } from "../command.ts";
import { outputOf, succeeds } from "./run.ts";

export type Service = {
  /** Restarts it. @returns whether it answers, from the release in this folder */
  startsWith(release: string): Promise<boolean>;
  log: string;
};

/** @param command restarts the market where systemd does not */
export async function openService(command: string | undefined, seconds: number): Promise<Service> {
  const units = command === undefined ? await findUnits() : [];
  const timeoutMs = seconds * 1_000;
  const restart = async (): Promise<boolean> => {
    if (command !== undefined) return succeeds("sh", ["-c", command], { timeoutMs, isApart: true });
    // One after the other, so that the others keep serving; the first failure stops the sequence.
    for (const unit of units) {
      // A unit that failed too often is not started otherwise.
      await succeeds("systemctl", ["reset-failed", unit]);
      if (!(await succeeds("systemctl", ["restart", unit], { timeoutMs, isApart: true })))
        return false;
    }
    return true;
  };
  return {
    log: command === undefined ? "journalctl -u 'market*' --since -1h" : "its log",
    startsWith: async (release) =>
      (await restart()) &&
      succeeds(join(release, "market"), ["wait", "--seconds", String(seconds)], {
        isApart: true,
      }),
  };
}

/** The market's services here, one or several. @throws UsageError when there is none */
async function findUnits(): Promise<string[]> {
  const list = ["list-units", "--all", "--plain", "--no-legend", "--type=service"];
  const text = await outputOf("systemctl", [...list, "market.service", "market@*.service"]).catch(
    () => "",
  );
  const units = text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, load]) => load === "loaded")
    .map(([name = ""]) => name);
  if (units.length === 0)
    throw new UsageError(
      "There is no service of the market here. Name the command that restarts it: --restart",
    );
  return units;
}
