import * as calls from "@market/contract/moderation/calls";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { nextPage } from "../api/next-page.ts";
import { useFetch } from "../browser/use-fetch.ts";

export type CaseState = ModerationCase["state"];
/** `hidden`: there is no such page for this student; `stale`: a new sign-in is needed. */
export type Trouble = "hidden" | "stale" | "failed";

type Cases = {
  cases?: readonly ModerationCase[];
  trouble?: Trouble;
  /** Absent on the last page. */
  loadMore?: () => void;
  remove: (id: string) => void;
  retry: () => void;
};

export function useCases(state: CaseState): Cases {
  const { data, failure, change, retry } = useFetch(
    (signal) => fetchCases(state, undefined, signal),
    { key: state },
  );
  const { cases, next } = data?.state === state ? data : {};
  return {
    cases,
    trouble: failure === undefined ? undefined : troubleOf(failure),
    loadMore:
      next === undefined
        ? undefined
        : () => {
            fetchCases(state, next).then(
              (page) => change((before) => ({ ...page, cases: [...before.cases, ...page.cases] })),
              (failure: unknown) => console.warn("More cases did not arrive", failure),
            );
          },
    remove: (id) =>
      change((before) => ({ ...before, cases: before.cases.filter((each) => each.id !== id) })),
    retry,
  };
}

async function fetchCases(state: CaseState, cursor?: string, signal?: AbortSignal) {
  let next: string | undefined;
  const { cases } = await call(calls.listCases, {
    query: { state, ...(cursor && { cursor }) },
    ...(signal && { signal }),
    onHeaders: (headers) => {
      next = nextPage(headers);
    },
  });
  return { state, cases, next };
}

export function troubleOf(failure: unknown): Trouble {
  if (!(failure instanceof ApiError)) return "failed";
  if (failure.code === "sign-in-again") return "stale";
  return failure.code === "not-found" ? "hidden" : "failed";
}
