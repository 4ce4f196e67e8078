import { Suspense, useRef } from "react";
import { lazyWithPreload } from "../../browser/lazy-with-preload.ts";
import { CloseButton, Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LostDialog } from "../../ui/lost-dialog.tsx";
import { shapeOf } from "../../photos/photo-shape.ts";
import type { DetailProps } from "./detail.tsx";

type Props = DetailProps & { onClose: () => void };

const Detail = lazyWithPreload<Props>(
  async () => (await import("./detail.tsx")).Detail,
  LostDialog,
);

/** Shows a skeleton until the code of its content has loaded. */
export function DetailDialog({ onClose, ...detail }: Props) {
  const closeButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      label={detail.product.name}
      className={`dialog-detail ${shapeOf(detail.product.images[0]).name}`}
      ownsBack
      initialFocus={closeButton}
    >
      <Suspense fallback={<DetailSkeleton />}>
        <Detail {...detail} onClose={onClose} />
      </Suspense>
      <CloseButton ref={closeButton} onClick={onClose} className="detail-close" />
    </Dialog>
  );
}

function DetailSkeleton() {
  return (
    <div
      className="detail transition-opacity delay-150 duration-100 starting:opacity-0"
      aria-busy="true"
    >
      <div className="gallery is-single">
        <Skeleton className="gallery-photo" />
      </div>
      <div className="grid content-start gap-4 p-4 md:p-6">
        <Skeleton className="h-9 w-1/3" />
        <Skeleton className="h-7 w-3/4" />
        <Skeleton className="h-32 w-full" />
      </div>
    </div>
  );
}
