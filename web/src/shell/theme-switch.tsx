import * as shellMessages from "@market/contract/shell/messages";
import { themeCookie, themeOf } from "@market/contract/theme";
import { useEffect, useState } from "react";
import { writeCookie } from "../browser/cookie.ts";

/** Seconds that a choice lasts. */
const year = 31_536_000;

/** Light, dark, or as the system is; documents come in the chosen one (decision 053). */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<string>(() => themeOf(document.cookie) ?? "");
  useEffect(() => {
    // A cached document may be older than the choice.
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  const choose = (next: string) => {
    writeCookie(themeCookie, next, next ? year : 0);
    setTheme(next);
  };
  return (
    <label className="flex min-w-0 flex-wrap items-center gap-x-3">
      <span className="text-muted text-sm">{shellMessages.theme}</span>
      <select
        value={theme}
        onChange={({ target }) => choose(target.value)}
        className="bg-surface border-control rounded-button min-h-11 max-w-full min-w-0 border px-3"
      >
        {shellMessages.themeNames.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
