import * as calls from "@market/contract/safety-calls";
import type { ModerationCase } from "@market/contract/schemas/safety";
import { useEffect, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { nextPage } from "../api/next-page.ts";

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

type Loaded = { cases?: readonly ModerationCase[]; next?: string; trouble?: Trouble };

export function useCases(state: CaseState): Cases {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded & { of?: CaseState }>({});
  useEffect(() => {
    const leaving = new AbortController();
    fetchCases(state, undefined, leaving.signal).then(
      (page) => setLoaded({ ...page, of: state }),
      (failure: unknown) => {
        if (!leaving.signal.aborted) setLoaded({ trouble: troubleOf(failure), of: state });
      },
    );
    return () => leaving.abort();
  }, [state, attempt]);
  const current = loaded.of === state ? loaded : {};
  const { cases, next, trouble } = current;
  return {
    cases,
    trouble,
    loadMore:
      next === undefined
        ? undefined
        : () => {
            fetchCases(state, next).then(
              (page) =>
                setLoaded((before) => ({
                  ...page,
                  of: state,
                  cases: [...(before.cases ?? []), ...page.cases],
                })),
              (failure: unknown) => console.warn("More cases did not arrive", failure),
            );
          },
    remove: (id) =>
      setLoaded((before) => ({ ...before, cases: before.cases?.filter((each) => each.id !== id) })),
    retry: () => {
      setLoaded({});
      setAttempt(attempt + 1);
    },
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
  return { cases, next };
}

export function troubleOf(failure: unknown): Trouble {
  if (!(failure instanceof ApiError)) return "failed";
  if (failure.code === "sign-in-again") return "stale";
  return failure.code === "not-found" ? "hidden" : "failed";
}
