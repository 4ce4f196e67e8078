import * as identityMessages from "@market/contract/identity/messages";
import { Button } from "../../ui/button.tsx";
import { SignInFailed } from "./sign-in-failed.tsx";
import { useSignIn } from "./use-sign-in.ts";
import { forgetWantedPage, rememberWantedPage } from "./wanted-page.ts";

type Props = {
  sentence: string;
  /** The page to return to after a sign-in without a window. */
  page: string;
  done: () => void;
};

export function SignInAgain({ sentence, page, done }: Props) {
  const { isBusy, failure, start } = useSignIn({
    done: () => {
      forgetWantedPage();
      done();
    },
  });
  const signIn = () => {
    rememberWantedPage(page);
    start();
  };
  return (
    <>
      <div role="alert" className="bg-sunken rounded-button grid gap-3 p-4">
        <p>{sentence}</p>
        <Button busy={isBusy} onClick={signIn}>
          {identityMessages.logInAgain}
        </Button>
      </div>
      <SignInFailed failure={failure} />
    </>
  );
}
