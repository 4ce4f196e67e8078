import type { ComponentProps } from "react";
import { Icon, type IconName } from "./more-icons.tsx";

const looks = {
  plain: "hover:bg-sunken",
  framed: "bg-surface text-ink border-line border",
  // A circle of 36 px in a hit area of 48.
  photo: "bg-shade bg-clip-content p-1.5 text-white",
};

type Props = ComponentProps<"button"> & {
  icon: IconName;
  label: string;
  look?: keyof typeof looks;
};

export function IconButton({ icon, label, look = "framed", className = "", ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`pressable grid size-12 place-items-center rounded-full ${looks[look]} ${className}`}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
