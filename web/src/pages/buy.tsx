import * as catalogueMessages from "@market/contract/lists/messages";
import * as shellMessages from "@market/contract/shell/messages";
import * as sharingMessages from "@market/contract/sharing/messages";
import { Suspense, useState } from "react";
import { ListView } from "../lists/list-view.tsx";
import { useList } from "../lists/use-list.ts";
import { SearchBox } from "../search/search-box.tsx";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";

const ShareMessage = lazyWithPreload(
  async () => (await import("../lists/share-message.tsx")).ShareMessage,
);

/** The Buy page (R115 to R124). */
export function Component() {
  const list = useList();
  const { choice, chosen } = list;
  const [now] = useState(() => Date.now());
  const share =
    choice.q === undefined && choice.category === undefined ? null : (
      <Suspense>
        <ShareMessage
          query={{ ...choice, days: "7" }}
          shortLabel={sharingMessages.shareChoice}
          className="ml-auto max-sm:px-3"
        />
      </Suspense>
    );
  return (
    <div className="content pb-12">
      <ListView
        list={list}
        page="buy"
        now={now}
        header={
          <div className="flex items-center gap-3 pt-2 md:gap-6 md:pt-4">
            <h1 className="text-2xl font-bold">{shellMessages.buy}</h1>
            <SearchBox
              choice={chosen}
              onSearch={list.searchFor}
              onCategory={(category) => list.change({ category, q: undefined })}
            />
          </div>
        }
        labelledBy="products"
        heading={
          <h2 id="products" className="sr-only">
            {catalogueMessages.products}
          </h2>
        }
        share={share}
      />
    </div>
  );
}
