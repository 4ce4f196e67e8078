import * as operationsMessages from "@market/contract/operations/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { Link } from "react-router";
import { paths } from "../routing/paths.ts";

const pages = [
  [paths.moderation, moderatorsMessages.moderation],
  [paths.operations, operationsMessages.operations],
] as const;

export function ModeratorsNavigation({ here }: { here: (typeof pages)[number][0] }) {
  return (
    <nav aria-label={operationsMessages.moderatorsPages} className="flex flex-wrap gap-2">
      {pages.map(([path, name]) => (
        <Link
          key={path}
          to={path}
          aria-current={path === here ? "page" : undefined}
          className="text-ink aria-[current]:border-primary inline-flex min-h-11 items-center border-b-4 border-transparent px-2 font-bold no-underline"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
