import { type ReactNode, useId, useState } from "react";
import { IconButton } from "./icon-button.tsx";

type Props = { label: string; className?: string; children: ReactNode };

/** A button, and the actions that it shows and hides in a row of their own. Belongs into a row that wraps. */
export function MoreActions({ label, className = "", children }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="more"
        label={label}
        look="plain"
        aria-expanded={isOpen}
        aria-controls={id}
        className={`tip ${className}`}
        onClick={() => setIsOpen(!isOpen)}
      />
      <div
        id={id}
        hidden={!isOpen}
        className="border-line order-last mt-1 flex basis-full flex-wrap gap-x-1 border-t pt-1 [&[hidden]]:hidden"
      >
        {children}
      </div>
    </>
  );
}
