import { longMonthOf } from "@market/contract/dates";
import * as moderationMessages from "@market/contract/moderation/messages";
import type { RecordedAction, CaseReason } from "@market/contract/moderation/report";
import type { TransparencyMonth } from "@market/contract/moderation/schemas";

const shown = (count: number | "<5") =>
  count === "<5" ? moderationMessages.fewerThanFive : count.toLocaleString("en-IN");
const time = (hours: number | null) =>
  hours === null ? "–" : moderationMessages.hours(Math.max(1, Math.round(hours)));

export function TransparencyTable({ of: month }: { of: TransparencyMonth }) {
  const { transparencyRows: names } = moderationMessages;
  const rows: [string, string][] = [
    [names.students, shown(month.students)],
    [names.listings, shown(month.listings)],
    [names.sold, shown(month.sold)],
    ...Object.entries(month.reports).map(([reason, count]): [string, string] => [
      `${moderationMessages.reportsInMonth}: ${moderationMessages.reasonLabels[reason as CaseReason] ?? reason}`,
      shown(count),
    ]),
    ...Object.entries(month.decisions).map(([action, count]): [string, string] => [
      `${moderationMessages.decisionsInMonth}: ${moderationMessages.actionWords[action as RecordedAction] ?? action}`,
      shown(count),
    ]),
    [names.medianHours, time(month.medianHours)],
    [names.slowestHours, time(month.slowestHours)],
    [names.byAuthorities, shown(month.byAuthorities)],
  ];
  return (
    <table className="block w-full *:block">
      <caption className="mb-2 text-left text-xl font-bold">
        {longMonthOf(`${month.month}-01`)}
      </caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name} className="border-line flex flex-wrap justify-between border-b py-2">
            <th scope="row" className="min-w-0 pr-4 text-left font-normal">
              {name}
            </th>
            <td className="ml-auto text-right font-bold tabular-nums">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
