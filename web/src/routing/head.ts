import type { CampusSettings } from "@market/contract/campus";
import { slogan } from "@market/contract/pages/title-messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { PageHead, RenderedPage } from "@market/contract/pages/pages";

/** `head` describes the document; both are given what the page's query has found. */
export type PageHandle = {
  head: (campus: CampusSettings, data: unknown) => PageHead;
  /** 200 by default. */
  status?: (data: unknown) => RenderedPage["status"];
};

export function title(
  name: string,
  more: { description?: string; hidden?: boolean } = {},
): PageHandle["head"] {
  return (campus) => ({
    title: `${name} · ${shellMessages.nameOf(campus.name)}`,
    description: slogan,
    ...more,
  });
}
