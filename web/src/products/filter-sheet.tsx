import { messages } from "@market/contract/messages";
import { Button } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import type { ListChoice } from "./filters.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  choice: ListChoice;
  onChange: (change: ListChoice) => void;
  onClear: () => void;
  /** How many items the choice finds, in words. */
  items: string;
};

/** The filters on small screens: a sheet from below that keeps the list in sight behind it. */
export function FilterSheet({ open, onClose, choice, onChange, onClear, items }: Props) {
  return (
    <Dialog open={open} onClose={onClose} label={messages.filters} className="dialog-sheet">
      <div className="grid max-h-[min(70dvh,720px)] grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center justify-between pt-2 pr-2 pl-5">
          <h2 className="text-xl font-bold">{messages.filters}</h2>
          <CloseButton onClick={onClose} className="border-transparent" />
        </div>
        <div className="overflow-y-auto overscroll-contain px-5 pt-2 pb-6">
          <FilterPanel choice={choice} onChange={onChange} />
        </div>
        <div className="border-line flex items-center justify-between gap-2 border-t px-5 py-3">
          <Button kind="quiet" className="-ml-3 px-3 whitespace-nowrap" onClick={onClear}>
            {messages.clearFilters}
          </Button>
          <Button className="min-w-0 whitespace-nowrap" onClick={onClose}>
            {messages.showItems(items)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
