import type { CampusSettings } from "@market/contract/campus";
import type { PageData } from "@market/contract/pages/pages";
import { createContext, use } from "react";

/** `renderedAt` is ISO 8601. */
export type PageSettings = { campus: CampusSettings; renderedAt: string; origin: string };
export const PageSettingsContext = createContext<PageSettings | undefined>(undefined);

export function usePageSettings(): PageSettings {
  const settings = use(PageSettingsContext);
  if (!settings) throw new Error("No page settings: the entry must provide them");
  return settings;
}

export type DataBlock = PageData & {
  /** Differs from the address if a cached document is shown in its place. */
  routeId: string;
};
export const dataBlockId = "data";
