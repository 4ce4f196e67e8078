import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { madeRequests, readAgain } from "./made-requests.ts";

it("R1203 where a request stands is read after it was sent, also when the first answer was still on its way", async () => {
  const queries = new QueryClient();
  const answers: ((made: []) => void)[] = [];
  const observer = new QueryObserver(queries, {
    ...madeRequests,
    queryFn: ({ signal }) =>
      new Promise<[]>((resolve, reject) => {
        answers.push(resolve);
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  });
  const stop = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  const done = readAgain(queries);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.([]);
  await done;
  expect(observer.getCurrentResult().data).toEqual([]);
  stop();
});
