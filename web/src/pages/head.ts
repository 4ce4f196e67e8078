import type { CampusSettings } from "@market/contract/campus";
import type { PageHead } from "@market/contract/pages";

/** Route handle: `head` describes the document, `status` is 404 on the page for unknown addresses. */
export type PageHandle = {
  head: (campus: CampusSettings, data: unknown) => PageHead;
  status?: 404;
};

const slogan =
  "Buy and sell second-hand things with verified students of your own campus. No fees, no middlemen.";

/** The head of a page that shows no product. */
export function title(
  name: string,
  options: { description?: string; hidden?: boolean } = {},
): PageHandle["head"] {
  return (campus) => ({
    title: `${name} · ${campus.name} Marketplace`,
    description: options.description ?? slogan,
    hidden: options.hidden,
  });
}
