import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"select">, "children"> & {
  options: readonly (string | { value: string; label: string })[];
  placeholder?: string;
};

export function Select({ options, placeholder, className, ...rest }: Props) {
  return (
    <select className={`select-arrow appearance-none pr-11 ${className ?? ""}`} {...rest}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => {
        const { value, label } =
          typeof option === "string" ? { value: option, label: option } : option;
        return (
          <option key={value} value={value}>
            {label}
          </option>
        );
      })}
    </select>
  );
}
