import * as words from "@market/contract/operations/messages";
import type { Operations } from "@market/contract/operations/schemas";

/** The settings in force; secrets are hidden by the server. */
export function SettingsTable({ settings }: Pick<Operations, "settings">) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-xl font-bold">
        {words.settingsHeading}
      </summary>
      <table className="w-full table-fixed border-collapse text-sm">
        <thead>
          <tr className="border-line border-b">
            {words.settingColumns.map((name) => (
              <th key={name} scope="col" className="py-2 pr-4 text-left">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.map(({ name, value, source }) => (
            <tr key={name} className="border-line border-b align-top">
              <th scope="row" className="py-2 pr-4 text-left font-normal wrap-anywhere">
                {name}
              </th>
              <td className="py-2 pr-4 wrap-anywhere">
                {value === null ? words.settingHidden : value || words.settingUnset}
              </td>
              <td className="py-2 wrap-anywhere">{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
