import type { CampusSettings } from "@market/contract/campus";
import type { PageData } from "@market/contract/pages";
import { createContext, use } from "react";
import { createContext as createRouterContext } from "react-router";

/** What the server gave to this rendering; null in the browser, where loaders ask the API. */
export const serverData = createRouterContext<PageData | null>(null);

/** What every page may read of its document. `renderedAt` is ISO 8601. */
export type PageSettings = { campus: CampusSettings; renderedAt: string };
export const PageSettingsContext = createContext<PageSettings | undefined>(undefined);

export function usePageSettings(): PageSettings {
  const settings = use(PageSettingsContext);
  if (!settings) throw new Error("No page settings: the entry must provide them");
  return settings;
}

/** Content of the data block, `<script type="application/json" id="data">`. */
export type DataBlock = PageSettings & {
  /** Id of the page's route; another one than the address's means that a kept document stands in for it. */
  routeId: string;
  loaderData: Record<string, unknown>;
};
export const dataBlockId = "data";
