import type { ComponentProps, ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { isCurrent } from "./bar-link.tsx";

export function Count({ children }: { children: number }) {
  return (
    <span className="bg-marigold text-on-marigold absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full px-1 text-[min(0.75rem,14px)] font-bold tabular-nums">
      {children}
    </span>
  );
}

type Props = ComponentProps<typeof Link> & { to: string; icon: ReactNode };

export function BarIcon({ icon, className, children, ...rest }: Props) {
  const { pathname } = useLocation();
  return (
    <Link
      {...rest}
      aria-current={isCurrent(rest.to, pathname) ? "page" : undefined}
      className={`pressable hover:bg-sunken aria-[current=page]:text-primary size-12 place-items-center rounded-full ${className}`}
    >
      {icon}
      {children}
    </Link>
  );
}
