export function Spinner({ large = false }: { large?: boolean }) {
  return (
    <svg
      className={`animate-spin motion-reduce:animate-none ${large ? "size-9" : "size-5"}`}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.2" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
