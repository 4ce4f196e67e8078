import { messages } from "@market/contract/messages";
import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { buttonClass } from "../ui/button.tsx";

/** Cards in columns: two on phones, more where there is room. */
export function Grid({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <ul
      className={`grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:gap-5 ${wide ? "xl:grid-cols-5" : ""}`}
    >
      {children}
    </ul>
  );
}

/** Stands where a grid would be on a campus that has just begun (Q16). */
export function EmptyGrid() {
  return (
    <div className="border-control bg-surface grid justify-items-center gap-4 rounded-card border border-dashed px-6 py-10 text-center">
      <svg viewBox="0 0 120 90" className="h-24" aria-hidden="true">
        <rect x="8" y="12" width="104" height="70" rx="8" fill="#e9d9b8" />
        <rect
          x="8"
          y="12"
          width="104"
          height="70"
          rx="8"
          fill="none"
          stroke="#b08954"
          strokeWidth="5"
        />
        <path d="m24 28 26-3 3 27-26 3z" fill="#fff" />
        <path
          d="m66 34 26 4-4 28-26-4z"
          fill="#fff"
          fillOpacity="0.6"
          stroke="#b08954"
          strokeDasharray="4 4"
        />
        <circle cx="38" cy="26" r="4" fill="#b3261e" />
      </svg>
      <p className="text-lg font-bold">{messages.beFirst}</p>
      <Link to={paths.sell} className={buttonClass("primary")}>
        {messages.sell}
      </Link>
    </div>
  );
}
