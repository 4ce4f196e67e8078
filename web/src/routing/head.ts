import type { CampusSettings } from "@market/contract/campus";
import type { PageHead, RenderedPage } from "@market/contract/pages/pages";

/** `head` describes the document; both are given what the page's query has found. */
export type PageHandle = {
  head: (campus: CampusSettings, data: unknown) => PageHead;
  /** 200 by default. */
  status?: (data: unknown) => RenderedPage["status"];
};

const slogan =
  "Buy and sell second-hand things with verified students of your own campus. No fees, no middlemen.";

export function title(
  name: string,
  more: { description?: string; hidden?: boolean } = {},
): PageHandle["head"] {
  return (campus) => ({
    title: `${name} · ${campus.name} Marketplace`,
    description: slogan,
    ...more,
  });
}
