import * as messages from "@market/contract/notices/messages";
import { type Notice, type NoticeAction, placeOf } from "@market/contract/notices/notice";
import { Link } from "react-router";
import { useAction } from "../api/use-action.ts";
import { useNow } from "../routing/use-now.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { perform } from "./perform.ts";
import { timeOf } from "./times.ts";

type Props = { notices: readonly Notice[]; onDone: () => void };

/** Each with its buttons, one tap for one call. */
export function NoticeList({ notices, onDone }: Props) {
  return (
    <ul className="grid gap-3">
      {notices.map((notice) => (
        <li key={notice.id}>
          <OneNotice notice={notice} onDone={onDone} />
        </li>
      ))}
    </ul>
  );
}

function OneNotice({ notice, onDone }: { notice: Notice; onDone: () => void }) {
  const { text, createdAt, readAt, actions } = notice;
  const now = useNow();
  const { run, isPending, variables } = useAction(async (action: NoticeAction) => {
    await perform(action);
    toast.success(messages.done);
    onDone();
  });
  return (
    <article
      className={`bg-surface rounded-card grid gap-3 border p-4 ${readAt === undefined ? "border-primary" : "border-line"}`}
    >
      <Link to={placeOf(notice)} className="grid gap-1">
        <span className="wrap-anywhere">
          {readAt === undefined && <span className="sr-only">{messages.isUnread} </span>}
          <span className={readAt === undefined ? "font-bold" : ""}>{text}</span>
        </span>
        <time dateTime={createdAt} className="text-muted text-sm">
          {timeOf(createdAt, now)}
        </time>
      </Link>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action, nth) => (
            <Button
              key={action.name}
              kind={nth === 0 ? "primary" : "plain"}
              className="flex-1 sm:flex-none"
              busy={isPending && variables.name === action.name}
              disabled={isPending}
              onClick={() => run(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </article>
  );
}
