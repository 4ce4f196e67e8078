import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { createQueries, useChange } from "./queries.ts";

const queryKey = ["own", "list"];
const queries = createQueries();

function change(to: (before: string[]) => string[]): void {
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Changing onReady={(changeList) => changeList(to)} />
    </QueryClientProvider>,
  );
}

type ChangingProps = { onReady: (change: ReturnType<typeof useChange<string[]>>) => void };

function Changing({ onReady }: ChangingProps) {
  onReady(useChange<string[]>(queryKey));
  return null;
}

it("keeps a change when a read that began earlier arrives after it", async () => {
  queries.setQueryData(queryKey, ["a", "b"]);
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const read = queries.fetchQuery({ queryKey, queryFn: () => promise });
  change((before) => before.filter((each) => each !== "a"));
  resolve(["a", "b"]);
  await read;
  expect(queries.getQueryData(queryKey)).toEqual(["b"]);
});

it("leaves a first read alone", async () => {
  queries.removeQueries({ queryKey });
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const read = queries.fetchQuery({ queryKey, queryFn: () => promise });
  change((before) => before.slice(1));
  resolve(["a", "b"]);
  expect(await read).toEqual(["a", "b"]);
});

it("reads again what failed while no component waited for it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(console, "warn").mockReturnValue();
  const failing = { queryKey: ["page"], queryFn: () => Promise.reject(new Error("offline")) };
  await expect(queries.fetchQuery(failing)).rejects.toThrow("offline");
  expect(queries.getQueryState(["page"])?.status).toBe("error");
  vi.advanceTimersByTime(1000);
  expect(queries.getQueryState(["page"])).toBeUndefined();
});
