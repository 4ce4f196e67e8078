/** The caller gives its size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`bg-line animate-pulse rounded-button motion-reduce:animate-none ${className}`}
    />
  );
}
