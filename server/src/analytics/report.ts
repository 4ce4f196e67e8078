import type { ViewSum } from "./views.sql.ts";

const tables: [ViewSum["table"], string][] = [
  ["day", "Day (in India)"],
  ["page", "Page"],
  ["referrer", "Came from"],
  ["viewport", "Screen"],
  ["language", "Language"],
];
const mostLines = 20;
const width = 40;

export function describeViews(sums: ViewSum[], days: number): string {
  const total = sumOf(sums.filter(({ table }) => table === "day"));
  const title = `${total} page views ${days === 1 ? "today" : `in the last ${days} days`}`;
  if (total === 0) return title;
  return [
    title,
    ...tables.map(([table, heading]) =>
      tableOf(
        heading,
        sums.filter((sum) => sum.table === table),
      ),
    ),
  ].join("\n\n");
}

function tableOf(heading: string, sums: ViewSum[]): string {
  const rest = sums.slice(mostLines);
  return [
    line(heading, "Views"),
    ...sums.slice(0, mostLines).map(({ value, views }) => line(value || "(here)", views)),
    ...(rest.length > 0 ? [line(`${rest.length} more`, sumOf(rest))] : []),
  ].join("\n");
}

const sumOf = (sums: ViewSum[]) => sums.reduce((total, { views }) => total + views, 0);
const line = (name: string, views: string | number) =>
  name.padEnd(width) + String(views).padStart(10);
