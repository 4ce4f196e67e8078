import { messages } from "@market/contract/messages";
import { Button } from "../ui/button.tsx";

/** Nothing fits the filters (R122). */
export function EmptyList({ onClear }: { onClear: () => void }) {
  return (
    <div className="grid justify-items-center gap-5 py-16 text-center">
      <svg
        viewBox="0 0 120 96"
        className="text-control w-32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.500"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M20 40h80l-6 46H26zM42 40V30a18 18 0 0 1 36 0v10" />
        <path d="M48 62h.1M72 62h.1M51 75c5-5 13-5 18 0" strokeWidth="3.500" />
        <path d="M8 24l6 4M12 12l5 5M112 24l-6 4M108 12l-5 5" className="text-marigold" />
      </svg>
      <p className="max-w-[34ch] text-lg text-balance">{messages.noProducts}</p>
      <Button kind="plain" onClick={onClear}>
        {messages.clearFilters}
      </Button>
    </div>
  );
}
