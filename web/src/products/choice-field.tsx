import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

type Choice = { value: string; label: string; note?: string; icon?: ReactNode };
type Props = {
  legend: string;
  choices: readonly Choice[];
  field: UseFormRegisterReturn;
  error?: string;
  /** Classes of the grid that the choices stand in. */
  columns: string;
};

/** One of a few, all of them visible: a radio group drawn as tiles. */
export function ChoiceField({ legend, choices, field, error, columns }: Props) {
  const errorId = `${field.name}-error`;
  return (
    <fieldset className="min-w-0" data-field aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 font-bold">{legend}</legend>
      <div className={`grid gap-2 ${columns}`}>
        {choices.map(({ value, label, note, icon }) => (
          <label
            key={value}
            className={`pressable relative rounded-button bg-surface picked:border-primary picked:bg-mint picked:text-on-mint aimed:outline-focus flex min-h-12 cursor-pointer items-center gap-3 border px-3 py-2 picked:ring-1 picked:ring-primary aimed:outline-3 aimed:outline-offset-2 ${error ? "border-danger" : "border-control"}`}
          >
            <input type="radio" value={value} className="sr-only" {...field} />
            {icon}
            <span className="min-w-0 text-sm font-bold">
              {label}
              {note && <span className="block text-xs font-normal opacity-85">{note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="text-danger mt-2 text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
