import * as safetyMessages from "@market/contract/moderation/messages";
import { describeFailure } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

type Props = { userId: string; className?: string; label?: string; onBlocked?: () => void };

/** D46. Taken back in the profile. */
export function BlockButton({
  userId,
  className = "",
  label = safetyMessages.blockSeller,
  onBlocked,
}: Props) {
  const block = async () => {
    try {
      const { setBlocked } = await import("./block-actions.ts");
      await setBlocked(userId, true);
      toast.success(safetyMessages.blockedSeller);
      onBlocked?.();
    } catch (failure) {
      toast.error(describeFailure(failure));
    }
  };
  return (
    <Button kind="quiet" className={className} onClick={() => void block()}>
      {label}
    </Button>
  );
}
