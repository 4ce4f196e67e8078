import * as calls from "@market/contract/rights/calls";
import * as safetyMessages from "@market/contract/moderation/messages";
import { call } from "../api/client.ts";
import { askAlert } from "../ui/alert.tsx";
import { toast } from "../ui/toast.ts";

/** Offers a deleted account back (D20). @returns whether it is restored */
export async function offerRestore(token: string): Promise<boolean> {
  const notice = {
    kind: "info",
    title: safetyMessages.restoreMyAccount,
    text: safetyMessages.restoreQuestion,
  } as const;
  const answers = { yes: safetyMessages.restoreMyAccount, no: safetyMessages.notNow };
  if (!(await askAlert(notice, answers))) return false;
  const { message } = await call(calls.restoreAccount, { token });
  toast.success(message);
  return true;
}
