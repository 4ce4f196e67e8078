import { useEffect } from "react";
import { useRouteError } from "react-router";
import { describeFailure } from "../api/failure.ts";
import { Button } from "../ui/button.tsx";

/** What stands in place of a page whose data or code could not be had. */
export function PageFailure() {
  const failure = useRouteError();
  useEffect(() => console.error("This page could not be shown", failure), [failure]);
  return (
    <main
      className="content grid min-h-dvh place-content-center justify-items-center gap-4 text-center"
      id="main"
    >
      <h1 className="text-2xl font-bold">This page could not be shown</h1>
      <p className="text-muted max-w-[40ch]" role="alert">
        {describeFailure(failure)}
      </p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </main>
  );
}
