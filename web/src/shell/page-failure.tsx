import { messages } from "@market/contract/messages";
import { useEffect } from "react";
import { useRouteError } from "react-router";
import { subscribeToReturn, watchConnection } from "../api/connection.ts";
import { describeFailure } from "../api/failure.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";

/** What stands in place of a page whose data or code could not be had. */
export function PageFailure() {
  const failure = useRouteError();
  useEffect(() => console.error("This page could not be shown", failure), [failure]);
  useEffect(() => {
    const stops = [subscribeToReturn(() => location.reload()), watchConnection()];
    return () => stops.forEach((stop) => stop());
  }, []);
  return (
    <main
      className="content grid min-h-dvh place-content-center justify-items-center gap-4 text-center"
      id="main"
    >
      <h1 className="text-2xl font-bold">This page could not be shown</h1>
      <p className="text-muted max-w-[40ch]" role="alert">
        {describeFailure(failure)}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => location.reload()}>{messages.tryAgain}</Button>
        {/* A whole new document: what failed may be code that every page needs. */}
        <a href={paths.home} className={buttonClass("plain")}>
          {messages.backToHome}
        </a>
      </div>
    </main>
  );
}
