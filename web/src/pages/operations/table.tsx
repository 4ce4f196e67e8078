import { dateOf } from "@market/contract/dates";
import * as words from "@market/contract/operations/messages";
import type { OperationsDay } from "@market/contract/operations/schemas";
import { statistics, heightOf, wordsOf } from "./statistics.ts";

export function DayTable({ days }: { days: readonly OperationsDay[] }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-bold">{words.asTable}</summary>
      <div
        className="overflow-x-auto"
        role="region"
        aria-label={words.asTable}
        // oxlint-disable-next-line no-noninteractive-tabindex -- it is scrolled by keyboard
        tabIndex={0}
      >
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className="py-2 pr-4 text-left">
                {words.dayColumn}
              </th>
              {statistics.map((name) => (
                <th key={name} scope="col" className="px-2 py-2 text-right">
                  {words.statistics[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((day) => (
              <tr key={day.day} className="border-line border-b">
                <th scope="row" className="py-2 pr-4 text-left font-normal whitespace-nowrap">
                  {dateOf(day.day)}
                </th>
                {statistics.map((name) => (
                  <td key={name} className="px-2 py-2 text-right whitespace-nowrap tabular-nums">
                    {wordsOf(name, heightOf(name, day))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
