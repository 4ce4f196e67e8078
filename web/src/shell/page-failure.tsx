import { messages } from "@market/contract/messages";
import { useEffect } from "react";
import { useRouteError } from "react-router";
import { subscribeToReturn, watchConnection } from "../api/connection.ts";
import { describeFailure } from "../api/failure.ts";
import { useOffline } from "../api/use-offline.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";

/** What stands in place of a page whose data or code could not be had, or of everything. */
export function PageFailure({ isInShell = false }: { isInShell?: boolean }) {
  const failure = useRouteError();
  const isAway = useOffline();
  const Place = isInShell ? "div" : "main";
  useEffect(() => console.error("This page could not be shown", failure), [failure]);
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
      <h1 className="text-2xl font-bold">This page could not be shown</h1>
      <p className="text-muted max-w-[40ch]" role="alert">
        {describeFailure(failure)}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {/* Without a network it would fail again; the page comes by itself when that is back. */}
        {!isAway && <Button onClick={() => location.reload()}>{messages.tryAgain}</Button>}
        {/* A whole new document: what failed may be code that every page needs. */}
        <a href={paths.home} className={buttonClass("plain")}>
          {messages.backToHome}
        </a>
      </div>
    </Place>
  );
}
