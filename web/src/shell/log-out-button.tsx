import { messages } from "@market/contract/messages";
import { useState } from "react";
import { useNavigate } from "react-router";
import { signOut } from "../account/sign-out.ts";
import { describeFailure } from "../api/failure.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

/** Ends the session and goes to the login page (R068 to R071). */
export function LogOutButton({ wide = false }: { wide?: boolean }) {
  const navigate = useNavigate();
  const [isWorking, setIsWorking] = useState(false);
  const leave = async () => {
    setIsWorking(true);
    try {
      await signOut();
      toast.success(messages.loggedOut);
      await navigate(paths.login);
    } catch (failure) {
      toast.error(messages.logoutFailed(describeFailure(failure)));
      setIsWorking(false);
    }
  };
  return (
    <Button
      kind="plain"
      busy={isWorking}
      onClick={() => void leave()}
      className={wide ? "w-full" : "whitespace-nowrap"}
    >
      {isWorking ? messages.loggingOut : messages.logOut}
    </Button>
  );
}
