import { Skeleton } from "../../ui/skeleton.tsx";

export function CardSkeleton() {
  return (
    <div className="rounded-card border-line bg-surface overflow-hidden border">
      <Skeleton className="aspect-4/5 rounded-none" />
      <div className="card-words grid content-start gap-2 p-3">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-2/5" />
      </div>
    </div>
  );
}
