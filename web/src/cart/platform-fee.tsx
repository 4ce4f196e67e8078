import { platformFee } from "@market/contract/limits";
import * as savedMessages from "@market/contract/saved/messages";

export function PlatformFee({ className }: { className: string }) {
  return (
    <p className={`flex flex-wrap items-center ${className}`}>
      {savedMessages.platformFee} <span className="font-bold tabular-nums">₹{platformFee}</span>
      <span className="bg-marigold text-on-marigold rounded-full px-2.5 py-1 text-xs font-bold">
        {savedMessages.earlyBird}
      </span>
    </p>
  );
}
