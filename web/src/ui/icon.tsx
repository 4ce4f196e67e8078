/** Icons of every page and of cards; the others are in more-icons.tsx. */
export const drawings = {
  home: "M4 11.5 12 5l8 6.500V19a1 1 0 0 1-1 1h-4.500v-5h-5v5H5a1 1 0 0 1-1-1z",
  buy: "M5 8.500h14l-1 11H6zM9 8.500V7a3 3 0 0 1 6 0v1.5",
  plus: "M12 5v14M5 12h14",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0",
  heart:
    "M12 19.500S4.500 15 4.500 9.500A4 4 0 0 1 12 7.500a4 4 0 0 1 7.500 2c0 5.500-7.500 10-7.500 10Z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "m6 6 12 12M18 6 6 18",
  down: "m6 9.5 6 6 6-6",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.500v13l10.5-6.500z",
  star: "m12 4.5 2.3 4.9 5.2.7-3.8 3.7 1 5.300L12 16.500l-4.7 2.6 1-5.3-3.8-3.7 5.2-.7z",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 8v4l2.5 2",
  tag: "M4 5h7.500L20 13.5 13.5 20 4 11.500zM8 8.800v.2",
  hand: "M4 13.5 8 11h4.500a1.5 1.5 0 0 1 0 3H10m3.5-1 4.5-2a1.5 1.5 0 0 1 1.3 2.700L13 18H8l-4 1.5",
  search: "M10.5 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.300 15.300 20 20",
  offline:
    "M4 4l16 16M7.5 9A4.500 4.500 0 0 0 8 18h9M10.500 6.300A5.500 5.500 0 0 1 17.500 11a3.500 3.500 0 0 1 2.600 5.600",
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return <Drawing path={drawings[name]} className={`shrink-0 ${className}`} strokeWidth="1.9" />;
}

type DrawingProps = { path: string; className: string; strokeWidth: string };

export function Drawing({ path, className, strokeWidth }: DrawingProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
