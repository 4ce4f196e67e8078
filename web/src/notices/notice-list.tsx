import * as messages from "@market/contract/notices/messages";
import { type Notice, type NoticeAction, pageOfNotice } from "@market/contract/notices/notice";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useAction } from "../api/use-action.ts";
import { useNow } from "../routing/use-now.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { toast } from "../ui/toast.ts";
import { perform, undoOf } from "./perform.ts";
import { timeOf } from "./times.ts";

type Props = { notices: readonly Notice[]; onDone: () => void };

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
  const { text, createdAt, readAt, actions, answered } = notice;
  const now = useNow();
  const [undo, setUndo] = useState<NoticeAction>();
  const undoButton = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const [answers, setAnswers] = useState(0);
  useEffect(() => {
    if (undo !== undefined) undoButton.current?.focus({ preventScroll: true });
  }, [undo]);
  useEffect(() => {
    // The buttons disappear with the answer.
    if (answers > 0) link.current?.focus({ preventScroll: true });
  }, [answers]);
  const { run, isPending, variables } = useAction(async (action: NoticeAction) => {
    await perform(action);
    const back = undoOf(action);
    setUndo(back);
    if (back !== undefined) return;
    setAnswers((count) => count + 1);
    toast.success(messages.done);
    onDone();
  });
  if (undo !== undefined)
    return (
      <article className="bg-sunken border-line rounded-card flex flex-wrap items-center gap-3 border p-4">
        <p role="status" className="min-w-0 flex-1 basis-40 wrap-anywhere">
          {messages.removed}
        </p>
        <Button ref={undoButton} kind="plain" busy={isPending} onClick={() => run(undo)}>
          {messages.undo}
        </Button>
      </article>
    );
  return (
    <article
      className={`bg-surface rounded-card grid gap-3 border p-4 ${readAt === undefined ? "border-primary" : "border-line"}`}
    >
      <Link ref={link} to={pageOfNotice(notice)} className="grid gap-1">
        <span className="wrap-anywhere">
          {readAt === undefined && <span className="sr-only">{messages.isUnread} </span>}
          <span className={readAt === undefined ? "font-bold" : ""}>{text}</span>
        </span>
        <time dateTime={createdAt} className="text-muted text-sm">
          {timeOf(createdAt, now)}
        </time>
      </Link>
      {answered !== undefined && (
        <p className="text-muted flex items-start gap-1.5 text-sm">
          <Icon name="check" className="size-5 shrink-0" />
          {answered}
        </p>
      )}
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action, nth) => {
            // Feedback is given without a nudge.
            const kind = nth === 0 && notice.kind !== "feedback" ? "primary" : "plain";
            const className = "flex-1 px-3 whitespace-nowrap sm:flex-none";
            if (action.method === "GET")
              return (
                <Link key={action.name} to={action.path} className={buttonClass(kind, className)}>
                  {action.label}
                </Link>
              );
            return (
              <Button
                key={action.name}
                kind={kind}
                className={className}
                busy={isPending && variables.name === action.name}
                disabled={isPending}
                onClick={() => run(action)}
              >
                {action.label}
              </Button>
            );
          })}
        </div>
      )}
    </article>
  );
}
