import type { PageData } from "@market/contract/pages/pages";
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { PageHandle } from "./head.ts";

export type PageParams = Readonly<Record<string, string | undefined>>;

export type PageQuery<Found> = {
  queryKey: readonly string[];
  queryFn: (context: { signal: AbortSignal; client: QueryClient }) => Promise<Found>;
  /** The query's answer in the data of a document. */
  given: (data: PageData) => Found | undefined;
  /** Milliseconds for which the answer stays cached after the page is left. */
  gcTime?: number;
};

export type PageModule = {
  Component: ComponentType<{ found: never }>;
  handle?: PageHandle;
  /** @param search of the address */
  query?: (params: PageParams, search: URLSearchParams) => PageQuery<unknown>;
};
