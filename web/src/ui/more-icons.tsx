import { Drawing, drawings as firstDrawings } from "./icon.tsx";

const drawings = {
  ...firstDrawings,
  bell: "M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20.500h4",
  cart: "M3.500 5H6l2.200 10.500h9.300L20 8.500H6.800M9.500 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM16.500 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z",
  up: "m6 14.5 6-6 6 6",
  left: "m14.5 6-6 6 6 6",
  right: "m9.5 6 6 6-6 6",
  check: "m5 12.5 4.5 4.500L19 7.5",
  alert: "M12 20a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 8v4.500M12 15.800v.2",
  lock: "M6.5 11h11v8.500h-11zM9 11V8a3 3 0 0 1 6 0v3",
  camera:
    "M12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM4 7.5h3.5L9 5h6l1.500 2.500H20a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8.500a1 1 0 0 1 1-1Z",
  pictures: "M7 4h12.500v12.500M4 7.500h12.500V20H4zM4 17l4-4 3 3 2-2 3.500 3.500",
  filters:
    "M4 8h9m5 0h2M4 16h2m5 0h9M15.5 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8.5 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  chat: "M12 4a8 8 0 0 0-6.900 12L4 20l4.200-1A8 8 0 1 0 12 4ZM9 11h6m-6 3h4",
  retry: "M19.5 11a7.5 7.5 0 1 0-2 6M19.5 5.500V11H14",
  pencil: "M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19zM13.5 7l3.500 3.500",
  bin: "M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7M10.500 10.500v6M13.500 10.500v6",
  share:
    "M9 11.500l6.500-3.500M9 13.500l6.500 3.500M7 15a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM17.500 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM17.500 21a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  "zoom-in":
    "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20 20M7.500 10.500h6M10.500 7.500v6",
  "zoom-out":
    "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20 20M7.500 10.500h6",
  pin: "M12 20.500c4-4.3 6-7.5 6-10a6 6 0 0 0-12 0c0 2.5 2 5.7 6 10ZM12 12.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
} as const;

export type IconName = keyof typeof drawings;

/** Every icon, for what loads after the first page. */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return <Drawing path={drawings[name]} className={`shrink-0 ${className}`} strokeWidth="1.9" />;
}
