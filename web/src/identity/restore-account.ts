import * as calls from "@market/contract/rights/calls";
import * as accountMessages from "@market/contract/rights/account-messages";
import * as shellMessages from "@market/contract/shell/messages";
import { call } from "../api/client.ts";
import { askAlert } from "../ui/alert.tsx";
import { toast } from "../ui/toast.ts";

/** Offers a deleted account back (D20). @returns whether it is restored */
export async function offerRestore(token: string): Promise<boolean> {
  const notice = {
    kind: "info",
    title: accountMessages.restoreMyAccount,
    text: accountMessages.restoreQuestion,
  } as const;
  const answers = { yes: accountMessages.restoreMyAccount, no: shellMessages.cancel };
  if (!(await askAlert(notice, answers))) return false;
  const { message } = await call(calls.restoreAccount, { token });
  toast.success(message);
  return true;
}
