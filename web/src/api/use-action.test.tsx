import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { createQueries } from "./queries.ts";
import { toast } from "../ui/toast.ts";
import { useAction } from "./use-action.ts";

type Input = string | { answer: string };
type Action = (input: Input) => Promise<void>;
type Failed = (failure: unknown) => void;
type Run = (input: Input) => void;

function actionOf(action: Action, onFailure?: Failed): Run {
  const onReady = vi.fn<(run: Run) => void>();
  renderToStaticMarkup(
    <QueryClientProvider client={createQueries()}>
      <Screen {...{ action, onFailure, onReady }} />
    </QueryClientProvider>,
  );
  return (input) => onReady.mock.lastCall?.[0](input);
}

type Props = { action: Action; onFailure: Failed | undefined; onReady: (run: Run) => void };

function Screen({ action, onFailure, onReady }: Props) {
  onReady(useAction(action, onFailure).run);
  return null;
}

it("R945 counts a double tap once, however early the second tap comes, and may run again later", async () => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const action = vi.fn<Action>(() => promise);
  const onFailure = vi.fn<Failed>();
  const run = actionOf(action, onFailure);
  run("a");
  run("a");
  run("b");
  await expect.poll(() => action.mock.calls.map(([input]) => input)).toEqual(["a", "b"]);
  run("a");
  reject(new Error("offline"));
  await expect.poll(() => onFailure.mock.calls.length).toBe(2);
  resolve();
  expect(action).toHaveBeenCalledTimes(2);
  action.mockResolvedValue();
  run("a");
  await expect.poll(() => action.mock.calls.length).toBe(3);
});

it("R945 compares what taps send by its content", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const action = vi.fn<Action>(() => promise);
  const run = actionOf(action, vi.fn<Failed>());
  run({ answer: "yes" });
  run({ answer: "yes" });
  run({ answer: "no" });
  await expect.poll(() => action.mock.lastCall?.[0]).toEqual({ answer: "no" });
  expect(action.mock.calls.map(([input]) => input)).toEqual([{ answer: "yes" }, { answer: "no" }]);
  resolve();
});

it("R1100 takes back what it said about a failure when it succeeds", async () => {
  const said = vi.spyOn(toast, "error").mockReturnValue();
  const takenBack = vi.spyOn(toast, "remove").mockReturnValue();
  const action = vi.fn<Action>().mockRejectedValueOnce(new Error("offline")).mockResolvedValue();
  const run = actionOf(action);
  run("a");
  await expect.poll(() => said.mock.calls.length).toBe(1);
  run("a");
  await expect.poll(() => takenBack.mock.calls.length).toBe(1);
  expect(takenBack.mock.lastCall).toEqual([said.mock.lastCall?.[1]?.id]);
});
