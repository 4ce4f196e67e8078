import { cloneElement, type ReactElement, useId } from "react";

type Control = {
  id?: string;
  className?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
};
type Props = {
  label: string;
  isLabelHidden?: boolean;
  /** The origin of the value, shown beside the label. */
  mark?: string;
  hint?: string;
  error?: string;
  count?: { now: number; most: number };
  beside?: ReactElement;
  /** Shown inside the control, before the typed text. */
  prefix?: string;
  /** Gets its id, look and descriptions here. */
  children: ReactElement<Control>;
};

const controlClass =
  "bg-surface text-ink w-full min-h-12 rounded-button border px-3.5 py-2.5 transition-colors disabled:opacity-60 [&:is(input,textarea)]:read-only:bg-sunken";

export function Field(props: Props) {
  const { label, isLabelHidden, mark, hint, error, count, beside, prefix, children } = props;
  const made = useId();
  const id = children.props.id ?? made;
  const described = [hint && `${id}-hint`, error && `${id}-error`, count && `${id}-count`]
    .filter(Boolean)
    .join(" ");
  const border = error ? "border-danger" : "border-control";
  return (
    <div className="grid min-w-0 gap-1.5" data-field>
      <div
        className={
          isLabelHidden ? "sr-only" : "flex flex-wrap items-end justify-between gap-x-3 gap-y-1"
        }
      >
        <label htmlFor={id} className="font-bold">
          {label}
          {mark && <Mark>{mark}</Mark>}
        </label>
        {beside}
      </div>
      <div className="relative">
        {prefix !== undefined && (
          <span
            aria-hidden="true"
            className="text-muted pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center"
          >
            {prefix}
          </span>
        )}
        {cloneElement(children, {
          id,
          className: `${controlClass} ${border} ${prefix === undefined ? "" : "pl-[calc(1rem+16px)]"} ${children.props.className ?? ""}`,
          "aria-describedby": described || undefined,
          "aria-invalid": error ? true : undefined,
        })}
      </div>
      {(hint || count) && (
        <p className="text-muted flex justify-between gap-3 text-sm">
          <span id={`${id}-hint`}>{hint}</span>
          {count && (
            <span id={`${id}-count`} className="shrink-0 tabular-nums">
              {count.now}/{count.most}
            </span>
          )}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm font-bold">
          {error}
        </p>
      )}
    </div>
  );
}

export function Mark({ children }: { children: string }) {
  return (
    <span className="bg-mint text-on-mint ml-2 rounded-full px-2 py-0.5 text-xs font-bold whitespace-nowrap">
      {children}
    </span>
  );
}
