import * as words from "@market/contract/operations/messages";
import type { OperationsDay } from "@market/contract/operations/schemas";

export type Statistic = keyof typeof words.statistics;
export const statistics = Object.keys(words.statistics) as Statistic[];

const measured: readonly Statistic[] = ["diskFree", "backupAge"];
export const isSum = (name: Statistic): boolean => !measured.includes(name);

const gigabyte = 1024 ** 3;
export const gigabytes = (bytes: number): string =>
  words.gigabytes((bytes / gigabyte).toLocaleString("en-IN", { maximumFractionDigits: 1 }));

/** The height of a bar: of the disk, the share in use. */
export const heightOf = (name: Statistic, day: OperationsDay): number | null => {
  const value = day[name];
  return name === "diskFree" && value !== null ? 1 - value : value;
};

const percent = new Intl.NumberFormat("en-IN", { style: "percent" });

export function wordsOf(name: Statistic, value: number | null): string {
  if (value === null) return words.unmeasured;
  if (name === "diskFree") return percent.format(value);
  return name === "backupAge" ? words.duration(value) : value.toLocaleString("en-IN");
}
