import type { AccountProfile } from "@market/contract/users";
import { useLocation } from "react-router";
import { AccountCard } from "../account/account-card.tsx";
import { InAppNotice } from "../account/in-app-notice.tsx";
import { emptyRegistration, openRegistrationDraft } from "../account/registration.ts";
import { RegistrationForm } from "../account/registration-form.tsx";
import { SignInFailed } from "../account/sign-in-failed.tsx";
import { useRegistration } from "../account/use-registration.ts";
import { usePageSettings } from "../page-context.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { useHydrated } from "../ui/hydrated.tsx";
import { type PageHandle, title } from "./head.ts";

export const handle: PageHandle = { head: title("Register") };

/** R147 to R156. */
export function Component() {
  const { campus } = usePageSettings();
  const { isBusy, failure, refused, submit, startHere } = useRegistration();
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const profile = isHydrated ? (state as Partial<AccountProfile> | null) : null;

  return (
    <AccountCard
      heading="Create your account"
      intro={`For ${campus.name} students. It takes a minute.`}
    >
      {profile?.email !== undefined && (
        <div className="bg-mint text-on-mint rounded-button flex min-w-0 items-center gap-3 p-3">
          <span
            className="bg-primary text-on-primary grid size-10 shrink-0 place-items-center rounded-full font-bold"
            aria-hidden="true"
          >
            {(profile.displayName ?? profile.email).charAt(0).toUpperCase()}
          </span>
          <p className="min-w-0 text-sm">
            <span className="block truncate font-bold">{profile.displayName}</span>
            <span className="block truncate">{profile.email}</span>
          </p>
        </div>
      )}
      <InAppNotice />
      <RegistrationForm
        initial={isHydrated ? openRegistrationDraft() : emptyRegistration}
        isBusy={isBusy}
        refused={refused}
        onSubmit={submit}
      />
      <SignInFailed failure={failure} onStartHere={startHere} />
      <p className="text-muted text-sm">
        By registering you agree to the{" "}
        <Link to={paths.terms} className="text-primary font-bold underline underline-offset-2">
          Terms and Conditions
        </Link>
        .
      </p>
      <p className="border-line border-t pt-5 text-center">
        Already registered?{" "}
        <Link to={paths.login} className="text-primary font-bold underline underline-offset-2">
          Log in
        </Link>
      </p>
    </AccountCard>
  );
}
