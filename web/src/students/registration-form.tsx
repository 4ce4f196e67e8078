import { consentVersion, maxLength } from "@market/contract/limits";
import * as accountMessages from "@market/contract/identity/messages";
import * as consentMessages from "@market/contract/rights/messages";
import * as profileMessages from "@market/contract/students/profile-messages";
import { type Registration, semesters } from "@market/contract/students/student";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { usePageSettings } from "../routing/page-context.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { ConsentNotice } from "./consent-notice.tsx";
import { ProviderMark } from "../identity/sign-in/provider-button.tsx";
import { PhoneFields } from "./phone-fields.tsx";
import {
  checkRegistration,
  saveRegistrationDraft,
  type RegistrationDraft,
  type RegistrationFaults,
} from "./registration.ts";

type Props = {
  initial: RegistrationDraft;
  isBusy: boolean;
  refused: RegistrationFaults;
  /** Called in the submitting click, so that the popup may open. */
  onSubmit: (registration: Registration) => void;
};

/** The registration form (R147 to R152, D50). Typed text survives reloads and refusals. */
export function RegistrationForm({ initial, isBusy, refused, onSubmit }: Props) {
  const [changed, setChanged] = useState<RegistrationDraft>();
  const { campus } = usePageSettings();
  const draft = changed ?? initial;
  const [faults, setFaults] = useState<RegistrationFaults>({});
  const [attempt, setAttempt] = useState(0);
  const [isAgreed, setIsAgreed] = useState(false);
  const [consentFault, setConsentFault] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const shown = { ...refused, ...faults };

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempt, refused]);

  const change = (change: Partial<RegistrationDraft>) => {
    const next = { ...draft, ...change };
    setChanged(next);
    setFaults((before) => withoutFaultsOf(before, change));
    saveRegistrationDraft(next);
  };
  const agree = (isTicked: boolean) => {
    setIsAgreed(isTicked);
    setConsentFault(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = checkRegistration(draft);
    setFaults(checked.faults ?? {});
    setConsentFault(isAgreed ? undefined : consentMessages.agreeFirst);
    setAttempt(attempt + 1);
    if (!checked.faults && isAgreed)
      onSubmit({ ...checked.value, consent: { version: consentVersion, adult: true } });
  };

  return (
    <form ref={form} method="dialog" noValidate className="grid gap-4" onSubmit={submit}>
      <PhoneFields draft={draft} faults={shown} onChange={change} />
      <p className="text-muted -mt-2 text-sm">{profileMessages.whoSeesNumber}</p>
      <Field label={profileMessages.course} error={shown.course}>
        <input
          name="course"
          value={draft.course}
          placeholder={profileMessages.courseExample}
          autoComplete="off"
          maxLength={maxLength.course}
          onChange={(event) => change({ course: event.target.value })}
        />
      </Field>
      <Field label={profileMessages.semester} error={shown.semester}>
        <Select
          name="semester"
          value={draft.semester}
          options={semesters}
          onChange={(event) => change({ semester: event.target.value })}
        />
      </Field>
      <section
        aria-labelledby="consent"
        className="border-line rounded-card grid gap-1 border p-3 sm:p-4"
      >
        <h2 id="consent" className="font-bold">
          {consentMessages.title}
        </h2>
        <ConsentNotice isAgreed={isAgreed} error={consentFault} onChange={agree} />
      </section>
      <Button type="submit" className="mt-1 w-full" busy={isBusy}>
        {accountMessages.submit}
      </Button>
      <p className="text-muted flex items-center justify-center gap-2 text-sm">
        <ProviderMark /> {accountMessages.confirmWith(campus.providerName)}
      </p>
    </form>
  );
}

/** The country decides about code and number too. */
function withoutFaultsOf(
  faults: RegistrationFaults,
  change: Partial<RegistrationDraft>,
): RegistrationFaults {
  const changed = Object.keys(change);
  if (changed.includes("country")) changed.push("code", "number");
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !changed.includes(field)));
}
