import * as shellMessages from "@market/contract/shell/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { subscribeToReturn, watchConnection, useOffline } from "../browser/connection.ts";
import { describeFailure } from "../api/api-error.ts";
import { paths } from "../routing/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";

type Props = { failure: unknown; isInShell: boolean };

export function PageFailure({ failure, isInShell }: Props) {
  const queries = useQueryClient();
  const isAway = useOffline();
  const Place = isInShell ? "div" : "main";
  const isShare = isAway && /[?&]shared=(?!no\b)/.test(location.search);
  useEffect(() => console.error("This page could not be shown", failure), [failure]);
  useEffect(
    // Failed queries are repeated the next time.
    () => () => queries.removeQueries({ predicate: ({ state }) => state.status === "error" }),
    [queries],
  );
  useEffect(() => {
    const stops = [subscribeToReturn(() => location.reload())];
    if (!isInShell) stops.push(watchConnection());
    return () => stops.forEach((stop) => stop());
  }, [isInShell]);
  return (
    <Place
      className={`content grid place-content-center justify-items-center gap-4 py-12 text-center ${isInShell ? "min-h-[70vh]" : "min-h-dvh"}`}
      id={isInShell ? undefined : "main"}
    >
      <h1 className="text-2xl font-bold">
        {isShare ? shellMessages.shareKept : shellMessages.pageFailed}
      </h1>
      <p className="text-muted max-w-[40ch]" role="alert">
        {isShare ? shellMessages.shareWaits : describeFailure(failure)}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {/* It would fail again; the page reloads when the network is back. */}
        {!isAway && <Button onClick={() => location.reload()}>{shellMessages.tryAgain}</Button>}
        {/* A whole new document: what failed may be code that every page needs. */}
        <a href={paths.home} className={buttonClass("plain")}>
          {shellMessages.backToHome}
        </a>
      </div>
    </Place>
  );
}
