import * as blockMessages from "@market/contract/students/block-messages";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

type Props = { userId: string; className?: string; label?: string; onBlocked?: () => void };

/** Blocks a student, which can be undone in the profile (D46). */
export function BlockButton({
  userId,
  className = "",
  label = blockMessages.blockSeller,
  onBlocked,
}: Props) {
  const { run: block } = useAction(async () => {
    const { setBlocked } = await import("./block-actions.ts");
    await setBlocked(userId, true);
    toast.success(blockMessages.blockedSeller);
    onBlocked?.();
  });
  return (
    <Button kind="quiet" className={className} onClick={() => block()}>
      {label}
    </Button>
  );
}
