import { Suspense } from "react";
import { itemParameter } from "../../routing/paths.ts";
import { lazyWithPreload } from "../../browser/lazy-with-preload.ts";
import { useQuery } from "../../routing/use-query.ts";
import { LostDialog } from "../../ui/lost-dialog.tsx";
import type { OpenedItemProps } from "./opened-item.tsx";
import { useCloseItem } from "./use-close-item.ts";

const OpenedItem = lazyWithPreload(
  async () => (await import("./opened-item.tsx")).OpenedItem,
  () => <LostDialog onClose={useCloseItem()} />,
);

export function loadDetail(): void {
  void OpenedItem.preload();
  import("./detail.tsx").catch(() => undefined);
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
