import { messages } from "@market/contract/messages";
import { Icon, type IconName } from "../ui/icon.tsx";

export type BadgeKind = "top-pick" | "just-arrived";

const looks: Record<BadgeKind, { text: string; icon: IconName; className: string }> = {
  "top-pick": { text: messages.topPicks, icon: "star", className: "bg-marigold text-on-marigold" },
  "just-arrived": { text: messages.justArrived, icon: "clock", className: "bg-mint text-on-mint" },
};

/** The one badge on a card's photo (R096, R099). */
export function Badge({ kind }: { kind: BadgeKind }) {
  const { text, icon, className } = looks[kind];
  return (
    <span
      className={`absolute top-2 left-2 flex items-center gap-1 rounded-full py-1 px-2.5 text-xs sm:pl-1.5 font-bold ${className}`}
    >
      <Icon name={icon} className="size-4 max-sm:hidden" />
      {text}
    </span>
  );
}
