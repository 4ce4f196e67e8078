import { QueryCache, QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";

export function createQueries(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (failure, { queryKey }) =>
        console.warn("This could not be read:", queryKey.join(" "), failure),
    }),
    defaultOptions: {
      queries: {
        // Offline the service worker answers, and the client knows when to try again.
        networkMode: "always",
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: "always" },
    },
  });
}

/** Changes what a query has found, after the server has. */
export function useChange<Found>(queryKey: QueryKey): (to: (before: Found) => Found) => void {
  const queries = useQueryClient();
  return (to) => {
    if (queries.getQueryData(queryKey) === undefined) return;
    // A read that began earlier must not undo the change.
    void queries.cancelQueries({ queryKey });
    queries.setQueryData<Found>(queryKey, (before) => (before === undefined ? before : to(before)));
  };
}
