import * as calls from "@market/contract/moderation/calls";
import {
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQueryClient,
} from "@tanstack/react-query";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { useEffect } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import type { Filter } from "./case-filter.tsx";
import { setOpenCases } from "./open-cases.ts";
import { nextPage } from "../api/next-page.ts";

export type CaseState = ModerationCase["state"];
/** `hidden`: there is no such page for this student; `stale`: a new sign-in is needed. */
export type Trouble = "hidden" | "stale" | "failed";

/** Milliseconds. */
const refreshEvery = 60_000;

type Cases = {
  cases?: readonly ModerationCase[];
  trouble?: Trouble;
  list: UseInfiniteQueryResult;
  remove: (id: string) => void;
  retry: () => void;
};

export function useCases(state: CaseState, filter: Filter): Cases {
  const queries = useQueryClient();
  const queryKey = ["own", "cases", state, filter];
  const isOpen = state === "open";
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchCases({ state, ...filter }, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    // Other moderators work on it too.
    refetchInterval: isOpen && refreshEvery,
    refetchOnWindowFocus: isOpen && "always",
  });
  const { data, error, hasNextPage, refetch } = list;
  const isWhole = isOpen && !hasNextPage && Object.keys(filter).length === 0;
  const count = isWhole ? data?.pages.flatMap(({ cases }) => cases).length : undefined;
  useEffect(() => {
    if (count !== undefined) setOpenCases(count);
  }, [count]);
  return {
    cases: data?.pages.flatMap(({ cases }) => cases),
    trouble: data || !error ? undefined : troubleOf(error),
    list,
    remove: (id) => {
      // A read that began earlier must not bring the case back.
      if (data) void queries.cancelQueries({ queryKey });
      queries.setQueryData<typeof data>(
        queryKey,
        (before) =>
          before && {
            ...before,
            pages: before.pages.map((page) => ({
              ...page,
              cases: page.cases.filter((each) => each.id !== id),
            })),
          },
      );
    },
    retry: () => void refetch(),
  };
}

async function fetchCases(
  wanted: Filter & { state: CaseState },
  cursor: string,
  signal: AbortSignal,
) {
  let next: string | undefined;
  const { cases } = await call(calls.listCases, {
    query: { ...wanted, ...(cursor && { cursor }) },
    signal,
    onHeaders: (headers) => {
      next = nextPage(headers);
    },
  });
  return { cases, next };
}

export function troubleOf(failure: unknown): Trouble {
  if (!(failure instanceof ApiError)) return "failed";
  if (failure.code === "sign-in-again") return "stale";
  return failure.code === "not-found" ? "hidden" : "failed";
}
