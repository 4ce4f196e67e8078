import { Suspense } from "react";
import { itemParameter } from "../../app/paths.ts";
import { lazyWithPreload } from "../../browser/lazy-with-preload.ts";
import { useQuery } from "../../browser/use-query.ts";
import type { OpenedItemProps } from "./opened-item.tsx";

const OpenedItem = lazyWithPreload(async () => (await import("./opened-item.tsx")).OpenedItem);

export function loadDetail(): void {
  void OpenedItem.preload();
  void import("./detail.tsx");
}

/** The dialog of the product that the address names; Back closes it (R102). */
export function ItemDialog(props: Omit<OpenedItemProps, "itemId">) {
  const itemId = useQuery().get(itemParameter);
  return (
    itemId !== null && (
      <Suspense>
        <OpenedItem itemId={itemId} {...props} />
      </Suspense>
    )
  );
}
