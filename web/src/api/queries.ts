import { QueryCache, QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";

export function createQueries(): QueryClient {
  const queryCache = new QueryCache({
    onError: (failure, query) => {
      console.warn("This could not be read:", query.queryKey.join(" "), failure);
      // Stays while React shows the failure; a page that no component waits for is read again at the next tap.
      setTimeout(() => {
        const { status, data } = query.state;
        if (status === "error" && data === undefined && query.getObserversCount() === 0)
          queryCache.remove(query);
      }, 1000);
    },
  });
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // Offline the service worker answers, and the client decides when to retry.
        networkMode: "always",
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      // Results are cached briefly; with 0 the library would check a mutation whose page was left in a loop.
      mutations: { networkMode: "always", gcTime: 1_000 },
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
