import { messages } from "@market/contract/messages";
import { useId } from "react";
import { filterLabel } from "./filter-labels.ts";
import { type FilterField, filterChoices, type ListChoice } from "./filters.ts";
import { useShownChoice } from "./wanted-search.ts";

type Props = { choice: ListChoice; onChange: (change: ListChoice) => void };

const pill =
  "pressable relative bg-surface border-control picked:border-primary picked:bg-mint picked:text-on-mint aimed:outline-focus inline-flex min-h-11 cursor-pointer items-center rounded-full border px-3.5 text-sm picked:font-bold aimed:outline-3 aimed:outline-offset-2";

/** The four filters as groups of pills, one of each to be chosen; every choice counts at once (R118). */
export function FilterPanel({ choice, onChange }: Props) {
  const id = useId();
  const shown = useShownChoice(choice);
  return (
    <div className="grid gap-6">
      {(Object.keys(filterChoices) as FilterField[]).map((field) => (
        <fieldset key={field} className="min-w-0">
          <legend className="mb-2.5 text-sm font-bold">{messages.filterHeadings[field]}</legend>
          <div className="flex flex-wrap gap-2">
            {[undefined, ...filterChoices[field]].map((value) => (
              <label
                key={value ?? ""}
                className={pill}
                // A press would begin to mark text, for which the browser looks through the whole page.
                onMouseDown={(event) => event.preventDefault()}
              >
                <input
                  type="radio"
                  name={`${id}-${field}`}
                  className="sr-only"
                  checked={shown[field] === value}
                  onChange={() => onChange({ [field]: value })}
                />
                {value === undefined ? messages.anyChoice : filterLabel(field, value)}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
