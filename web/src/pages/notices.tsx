import * as calls from "@market/contract/notices/calls";
import * as messages from "@market/contract/notices/messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { Notice } from "@market/contract/notices/notice";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "../api/client.ts";
import { nextPage } from "../api/next-page.ts";
import { useAction } from "../api/use-action.ts";
import { ListFailure } from "../products/card/list-failure.tsx";
import { NoticeList } from "../notices/notice-list.tsx";
import { NoticeSettings } from "../notices/notice-settings.tsx";
import { setUnread } from "../notices/unread.ts";
import { paths } from "../routing/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** Opening the page reads them; what was new stays marked until it is left. */
export function Component() {
  const { notices, more, failure, reload, loadMore, isLoadingMore } = useNotices();
  return (
    <div className="content grid grid-cols-1 gap-6 py-5 md:max-w-3xl md:py-10">
      <div className="grid gap-1">
        <h1 className="text-2xl font-bold">{messages.notices}</h1>
        <p className="text-muted">{messages.noticesLead}</p>
      </div>
      {!notices && !failure && <Waiting />}
      {!notices && failure && (
        <ListFailure sentence={messages.noticesFailed} onRetry={() => void reload()} />
      )}
      {notices?.length === 0 && (
        <div className="bg-surface border-line rounded-card grid justify-items-center gap-4 border border-dashed p-8 text-center">
          <p className="max-w-[40ch]">{messages.noNotices}</p>
          <div className="flex flex-wrap justify-center gap-3">
            <Link to={paths.sell} className={buttonClass("plain")}>
              {messages.listSomething}
            </Link>
            <Link to={paths.buy} className={buttonClass("plain")}>
              {messages.findSomething}
            </Link>
          </div>
        </div>
      )}
      {notices && notices.length > 0 && (
        <NoticeList notices={notices} onDone={() => void reload()} />
      )}
      {more !== undefined && (
        <Button
          kind="plain"
          className="justify-self-center"
          busy={isLoadingMore}
          onClick={() => loadMore()}
        >
          {messages.moreNotices}
        </Button>
      )}
      <NoticeSettings />
    </div>
  );
}

function useNotices() {
  const [notices, setNotices] = useState<readonly Notice[]>();
  const [more, setMore] = useState<string>();
  const [failure, setFailure] = useState(false);

  async function load(cursor?: string): Promise<readonly Notice[]> {
    let next: string | undefined;
    const answer = await call(calls.listNotices, {
      query: { cursor },
      onHeaders: (headers) => {
        next = nextPage(headers);
      },
    });
    setMore(next);
    const ids = answer.notices.filter(({ readAt }) => readAt === undefined).map(({ id }) => id);
    if (ids.length > 0) setUnread((await call(calls.readNotices, { body: { ids } })).unread);
    else setUnread(answer.unread);
    return answer.notices;
  }
  const reload = async () => {
    try {
      setFailure(false);
      setNotices(await load());
    } catch {
      setFailure(true);
    }
  };
  const { run: loadMore, isPending } = useAction(async () => {
    const older = await load(more);
    setNotices((before) => [...(before ?? []), ...older]);
  });
  useEffect(() => void reload(), []);
  return { notices, more, failure, reload, loadMore, isLoadingMore: isPending };
}

function Waiting() {
  return (
    <div
      aria-hidden="true"
      className="grid gap-3 transition-opacity delay-150 duration-100 starting:opacity-0"
    >
      <span className="sr-only">{shellMessages.loading}</span>
      {["one", "two", "three"].map((place) => (
        <Skeleton key={place} className="rounded-card h-20" />
      ))}
    </div>
  );
}
