import * as catalogueMessages from "@market/contract/lists/messages";
import { useId } from "react";
import { Button } from "../ui/button.tsx";
import { CloseButton, Dialog } from "../ui/dialog.tsx";
import { filterChoices, filterLabel, type FilterProps, panelFields } from "../search/filters.ts";

const pill =
  "pressable relative bg-surface border-control picked:border-primary picked:bg-mint picked:text-on-mint aimed:outline-focus inline-flex min-h-11 cursor-pointer items-center rounded-full border px-3.5 text-sm picked:font-bold aimed:outline-3 aimed:outline-offset-2";

/** The filters other than the category as radio groups (R118). */
export function FilterPanel({ choice, onChange }: FilterProps) {
  const id = useId();
  return (
    <div className="grid gap-6">
      {panelFields.map((field) => (
        <fieldset key={field} className="min-w-0">
          <legend className="mb-2.5 text-sm font-bold">
            {catalogueMessages.filterHeadings[field]}
          </legend>
          <div className="flex flex-wrap gap-2">
            {[undefined, ...filterChoices[field]].map((value) => (
              <label
                key={value ?? ""}
                className={pill}
                // A press would begin a text selection, which is slow on a long page.
                onMouseDown={(event) => event.preventDefault()}
              >
                <input
                  type="radio"
                  name={`${id}-${field}`}
                  className="sr-only"
                  checked={choice[field] === value}
                  onChange={() => onChange({ [field]: value })}
                />
                {value === undefined ? catalogueMessages.anyChoice : filterLabel(field, value)}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

type SheetProps = FilterProps & {
  open: boolean;
  onClose: () => void;
  onClear: () => void;
  items: string;
};

export function FilterSheet({ open, onClose, choice, onChange, onClear, items }: SheetProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label={catalogueMessages.filters}
      className="dialog-sheet"
    >
      <div className="grid max-h-[min(70dvh,720px)] grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center justify-between px-5 pt-4 pb-2">
          <h2 className="text-xl font-bold">{catalogueMessages.filters}</h2>
          <CloseButton onClick={onClose} />
        </div>
        <div className="overflow-y-auto overscroll-contain px-5 pt-2 pb-6">
          <FilterPanel choice={choice} onChange={onChange} />
        </div>
        <div className="border-line flex flex-wrap-reverse items-center justify-between gap-2 border-t px-5 py-3">
          <Button kind="quiet" className="-ml-3 px-3 whitespace-nowrap" onClick={onClear}>
            {catalogueMessages.clearFilters}
          </Button>
          <Button className="min-w-0 whitespace-nowrap" onClick={onClose}>
            {catalogueMessages.showItems(items)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
