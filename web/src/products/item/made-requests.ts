import * as calls from "@market/contract/deals/calls";
import * as messages from "@market/contract/deals/request-messages";
import type { RequestState } from "@market/contract/products/product";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";

export const madeRequests = queryOptions({
  queryKey: ["own", "requests", "made"],
  queryFn: async ({ signal }) => (await call(calls.listContactRequests, { signal })).made,
});

export async function readAgain(queries: QueryClient): Promise<void> {
  const { queryKey } = madeRequests;
  // A first answer that is still on its way may be older than the change, and an invalidation alone would wait for it.
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}

/** @param seller the first name */
export const sentenceOf = (state: RequestState, seller: string): string =>
  state === "none" ? messages.willAsk : messages.standing[state](seller);
