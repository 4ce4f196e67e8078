import { Spinner } from "./spinner.tsx";

/** The heading completes the document's outline. */
export function Loading({ label }: { label: string }) {
  return (
    <div
      className="loading flex min-h-dvh flex-col items-center justify-center gap-4"
      role="status"
    >
      <Spinner large />
      <h1 className="text-muted text-base font-normal">{label}</h1>
    </div>
  );
}
