import type { PageHead } from "@market/contract/pages/pages";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { use, useEffect } from "react";
import { useLocation, useParams } from "react-router";
import { useHydrated } from "../browser/hydrated.tsx";
import type { PageHandle } from "../routing/head.ts";
import type { PageModule, PageParams } from "../routing/page.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { PageBoundary } from "../shell/page-boundary.tsx";

export type Page = {
  path: string;
  /** The page's file in `pages`. */
  module: string;
  load: () => Promise<PageModule>;
  /** The title and description; only for pages that the server does not load. */
  head?: PageHandle["head"];
};

const loaded = new Map<Page, PageModule>();
const loading = new Map<Page, Promise<PageModule>>();

export function loadPage(page: Page): Promise<PageModule> {
  let wanted = loading.get(page);
  if (!wanted) {
    wanted = page.load().then((module) => {
      loaded.set(page, module);
      return module;
    });
    loading.set(page, wanted);
    const failed = wanted;
    // Stays while React shows the failure; the next tap tries again.
    failed.catch(() =>
      setTimeout(() => {
        if (loading.get(page) === failed) loading.delete(page);
      }, 1000),
    );
  }
  return wanted;
}

/** The previous page stays until the code and the data of this one have loaded. */
export function PageView({ page }: { page: Page }) {
  useEffect(
    () => () => {
      // Code that did not arrive is fetched again the next time.
      if (!loaded.has(page)) loading.delete(page);
    },
    [page],
  );
  return (
    <PageBoundary key={useLocation().pathname} isInShell>
      <Loaded page={page} />
    </PageBoundary>
  );
}

function Loaded({ page }: { page: Page }) {
  const module = loaded.get(page) ?? use(loadPage(page));
  const params = useParams();
  if (module.query) return <WithData {...module} query={module.query} params={params} />;
  return <Shown {...module} head={page.head} found={undefined} />;
}

type WithDataProps = PageModule & { query: NonNullable<PageModule["query"]>; params: PageParams };

function WithData({ query, params, ...module }: WithDataProps) {
  // The document brought it along.
  const refetchOnMount = useHydrated();
  const wanted = query(params, new URLSearchParams(useLocation().search));
  const { data } = useSuspenseQuery({ ...wanted, refetchOnMount });
  const queries = useQueryClient();
  const key = JSON.stringify(wanted.queryKey);
  // Going back reads it again, even immediately.
  useEffect(
    () => () =>
      void queries.invalidateQueries({
        queryKey: JSON.parse(key) as string[],
        exact: true,
        refetchType: "none",
      }),
    [queries, key],
  );
  return <Shown {...module} found={data} />;
}

type ShownProps = PageModule & { head?: PageHandle["head"] | undefined; found: unknown };

function Shown({ Component, handle, head = handle?.head, found }: ShownProps) {
  const { campus } = usePageSettings();
  const title = (head?.(campus, found) as PageHead | undefined)?.title;
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
  return <Component found={found as never} />;
}
