import * as pageMessages from "@market/contract/pages/account-messages";
import type { AccountProfile } from "@market/contract/identity/schemas";
import { useLocation } from "react-router";
import { AccountCard } from "../identity/account-card.tsx";
import { InAppNotice } from "../identity/sign-in/in-app-notice.tsx";
import { emptyRegistration, openRegistrationDraft } from "../students/registration.ts";
import { RegistrationForm } from "../students/registration-form.tsx";
import { SignInFailed } from "../identity/sign-in/sign-in-failed.tsx";
import { useRegistration } from "../students/use-registration.ts";
import { usePageSettings } from "../routing/page-context.ts";
import { paths } from "../routing/paths.ts";
import { useHydrated } from "../browser/hydrated.tsx";
import { AccountLinks } from "./account-links.tsx";
import { type PageHandle, title } from "../routing/head.ts";

export const handle: PageHandle = { head: title(pageMessages.registerTitle) };

/** The registration page (R147 to R156). */
export function Component() {
  const { campus } = usePageSettings();
  const { isBusy, failure, refused, submit } = useRegistration();
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const profile = isHydrated ? (state as Partial<AccountProfile> | null) : null;

  return (
    <AccountCard
      heading={pageMessages.registerHeading}
      intro={<p className="text-muted">{pageMessages.registerIntro(campus.name)}</p>}
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
      <SignInFailed failure={failure} />
      <AccountLinks
        consent={pageMessages.byRegistering}
        question={pageMessages.alreadyRegistered}
        to={paths.login}
      >
        {pageMessages.logIn}
      </AccountLinks>
    </AccountCard>
  );
}
