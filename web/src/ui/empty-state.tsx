import type { ReactNode } from "react";
import { Icon, type IconName } from "./more-icons.tsx";

type Props = { icon: IconName; title: string; text: string; children: ReactNode };

export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <span className="bg-mint text-on-mint grid size-24 place-items-center rounded-full">
        <Icon name={icon} className="size-12" />
      </span>
      <p className="text-xl font-bold">{title}</p>
      <p className="text-muted max-w-[36ch]">{text}</p>
      {children}
    </div>
  );
}
