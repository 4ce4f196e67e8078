import * as shellMessages from "@market/contract/shell/messages";
import { useNavigate } from "react-router";
import { signOut } from "./sign-out.ts";
import { describeFailure } from "../api/api-error.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

/** R068 to R071. */
export function LogOutButton({ wide = false }: { wide?: boolean }) {
  const navigate = useNavigate();
  const { run, isPending, isSuccess } = useAction(
    async () => {
      await signOut();
      toast.success(shellMessages.loggedOut);
      await navigate(paths.login);
    },
    (failure) => toast.error(shellMessages.logoutFailed(describeFailure(failure))),
  );
  const isWorking = isPending || isSuccess;
  return (
    <Button
      kind={wide ? "plain" : "quiet"}
      busy={isWorking}
      onClick={() => run()}
      className={wide ? "w-full" : "text-muted px-2 text-sm lg:px-4 whitespace-nowrap"}
    >
      {isWorking ? shellMessages.loggingOut : shellMessages.logOut}
    </Button>
  );
}
