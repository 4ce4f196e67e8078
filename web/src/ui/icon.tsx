/** Own line drawings on a 24 px grid. */
const drawings = {
  home: "M4 11.5 12 5l8 6.500V19a1 1 0 0 1-1 1h-4.500v-5h-5v5H5a1 1 0 0 1-1-1z",
  buy: "M5 8.500h14l-1 11H6zM9 8.500V7a3 3 0 0 1 6 0v1.5",
  cart: "M3.500 5H6l2.200 10.500h9.300L20 8.500H6.800M9.500 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM16.500 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z",
  plus: "M12 5v14M5 12h14",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0",
  heart:
    "M12 19.500S4.500 15 4.500 9.500A4 4 0 0 1 12 7.500a4 4 0 0 1 7.500 2c0 5.500-7.500 10-7.500 10Z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "m6 6 12 12M18 6 6 18",
  up: "m6 14.5 6-6 6 6",
  down: "m6 9.5 6 6 6-6",
  left: "m14.5 6-6 6 6 6",
  right: "m9.5 6 6 6-6 6",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.500v13l10.5-6.500z",
  star: "m12 4.5 2.3 4.9 5.2.7-3.8 3.7 1 5.300L12 16.500l-4.7 2.6 1-5.3-3.8-3.7 5.2-.7z",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 8v4l2.5 2",
  check: "m5 12.5 4.5 4.500L19 7.5",
  alert: "M12 20a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 8v4.500M12 15.800v.2",
  tag: "M4 5h7.500L20 13.5 13.5 20 4 11.500zM8 8.800v.2",
  hand: "M4 13.5 8 11h4.500a1.5 1.5 0 0 1 0 3H10m3.5-1 4.5-2a1.5 1.5 0 0 1 1.3 2.700L13 18H8l-4 1.5",
  shield:
    "M12 4 5.5 6.500v5c0 4 2.7 6.8 6.5 8.5 3.8-1.7 6.5-4.5 6.5-8.500v-5zM9 12l2.2 2.200L15.2 10",
  mail: "M4 6.500h16v11H4zM4.5 7l7.5 6 7.5-6",
  lock: "M6.5 11h11v8.500h-11zM9 11V8a3 3 0 0 1 6 0v3",
  camera:
    "M12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM4 7.5h3.5L9 5h6l1.500 2.500H20a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8.500a1 1 0 0 1 1-1Z",
  pictures: "M7 4h12.500v12.500M4 7.500h12.500V20H4zM4 17l4-4 3 3 2-2 3.500 3.500",
  search: "M10.5 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.300 15.300 20 20",
  retry: "M19.5 11a7.5 7.5 0 1 0-2 6M19.5 5.500V11H14",
  pencil: "M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19zM13.5 7l3.500 3.500",
  bin: "M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7M10.500 10.500v6M13.500 10.500v6",
  share:
    "M9 11.500l6.500-3.500M9 13.500l6.500 3.500M7 15a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM17.500 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM17.500 21a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  offline:
    "M4 4l16 16M7.5 9A4.500 4.500 0 0 0 8 18h9M10.500 6.300A5.500 5.500 0 0 1 17.500 11a3.500 3.500 0 0 1 2.600 5.600",
  pin: "M12 20.500c4-4.3 6-7.5 6-10a6 6 0 0 0-12 0c0 2.5 2 5.7 6 10ZM12 12.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
} as const;

export type IconName = keyof typeof drawings;

/** A decorative drawing in the colour of the words around it. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
