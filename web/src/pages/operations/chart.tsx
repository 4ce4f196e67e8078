import { dateOf } from "@market/contract/dates";
import * as words from "@market/contract/operations/messages";
import type { OperationsDay } from "@market/contract/operations/schemas";
import { type Statistic, heightOf, isSum, wordsOf } from "./statistics.ts";

type Props = { name: Statistic; days: readonly OperationsDay[] };

const [width, height, gap] = [240, 64, 2];

/** A bar for each day, today's last and full; the table below says the same. */
export function DayChart({ name, days }: Props) {
  const values = days.map((day) => heightOf(name, day));
  const today = values.at(-1) ?? null;
  const highest = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const top = name === "diskFree" ? 1 : Math.max(highest, 1);
  const step = width / days.length;
  const peak = days[values.indexOf(highest)];
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0);
  const summary = [
    ...(isSum(name) ? [words.inDays(wordsOf(name, sum))] : []),
    ...(peak && highest > 0 ? [words.most(wordsOf(name, highest), dateOf(peak.day))] : []),
  ].join(", ");
  return (
    <figure className="bg-surface border-line rounded-card grid grid-rows-[auto_auto_1fr] gap-2 border p-4">
      <figcaption className="flex items-baseline justify-between gap-2">
        <span>{words.statistics[name]}</span>
        <span className="text-xl font-bold tabular-nums">{wordsOf(name, today)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${words.statistics[name]}: ${summary || wordsOf(name, today)}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="text-primary h-16 w-full"
        fill="currentColor"
      >
        <rect x={0} y={height - 1} width={width} height={1} opacity={0.4} />
        {values.map((value, nth) => {
          if (value === null || value === 0) return null;
          const tall = Math.max(2, (value / top) * (height - 2));
          const isToday = nth === values.length - 1;
          return (
            <rect
              key={days[nth]?.day}
              x={nth * step + gap / 2}
              y={height - tall}
              width={step - gap}
              height={tall}
              opacity={isToday ? 1 : 0.6}
            />
          );
        })}
      </svg>
      <p className="text-muted text-sm">{summary}</p>
    </figure>
  );
}
