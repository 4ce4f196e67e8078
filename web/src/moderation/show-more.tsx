import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "../ui/button.tsx";

type Paged = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "fetchNextPage" | "isFetchingNextPage" | "isFetchNextPageError"
>;
type Props = { of: Paged; failed: string };

export function ShowMore({ of: list, failed }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-3 grid gap-2">
      {list.isFetchNextPageError && <p role="alert">{failed}</p>}
      <Button kind="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {moderatorsMessages.moreCases}
      </Button>
    </div>
  );
}
