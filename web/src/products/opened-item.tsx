import type { Product } from "@market/contract/products";
import { lazy, Suspense, useRef } from "react";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ChatPage } from "./chat.ts";

const Detail = lazy(async () => ({ default: (await import("./detail.tsx")).Detail }));

type Props = {
  product: Product;
  page: ChatPage;
  now: number;
  onClose: () => void;
  onUnavailable: (how: "sold" | "gone") => void;
};

/** The dialog of one product; it stands at once, and fills when the code of its content is here. */
export function OpenedItem({ onClose, ...detail }: Props) {
  const closeButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      label={detail.product.name}
      className="dialog-detail"
      ownsBack
      initialFocus={closeButton}
    >
      <Suspense fallback={<DetailSkeleton />}>
        <Detail {...detail} />
      </Suspense>
      <CloseButton ref={closeButton} onClick={onClose} className="detail-close" />
    </Dialog>
  );
}

/** The shape of what is coming, once it has kept somebody waiting. */
function DetailSkeleton() {
  return (
    <div
      className="detail transition-opacity delay-150 duration-100 starting:opacity-0"
      aria-busy="true"
    >
      <div className="bg-sunken p-3 md:p-4">
        <Skeleton className="aspect-4/5 max-h-[56dvh] w-full md:max-h-none" />
      </div>
      <div className="grid content-start gap-4 p-4 md:p-6">
        <Skeleton className="h-9 w-1/3" />
        <Skeleton className="h-7 w-3/4" />
        <Skeleton className="h-32 w-full" />
      </div>
    </div>
  );
}
