import * as dealMessages from "@market/contract/deals/messages";
import * as profileMessages from "@market/contract/students/profile-messages";
import { countryNames, joinPhone, otherCountry } from "@market/contract/students/student";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { codeOf, type RegistrationDraft, type RegistrationFaults } from "./registration.ts";

type Props = {
  draft: RegistrationDraft;
  faults: RegistrationFaults;
  onChange: (change: Partial<RegistrationDraft>) => void;
};

/** Digits that WhatsApp needs at least (Q44). */
const shortestNumber = 7;

/** Country code and number, with a link that tests the number (R610). */
export function PhoneFields({ draft, faults, onChange }: Props) {
  // A label may wrap on a narrow phone: inputs align at the bottom unless an error is below one.
  const alignment = faults.code || faults.number ? "items-start" : "items-end";
  const isOther = draft.country === otherCountry;
  const digits = joinPhone(draft.country, draft.number, draft.code)?.replace(/\D/g, "") ?? "";
  return (
    <>
      <Field label={profileMessages.country}>
        <Select
          name="country"
          value={draft.country}
          options={countryNames}
          autoComplete="country-name"
          onChange={(event) => onChange({ country: event.target.value })}
        />
      </Field>
      <div
        className={`flex flex-wrap gap-3 *:first:basis-[7rem] *:last:grow *:last:basis-[10rem] sm:*:first:basis-[8.5rem] ${alignment}`}
      >
        <Field label={profileMessages.countryCode} error={faults.code}>
          <input
            name="code"
            value={codeOf(draft)}
            readOnly={!isOther}
            inputMode="tel"
            autoComplete="tel-country-code"
            maxLength={8}
            placeholder="+"
            onChange={(event) => onChange({ code: event.target.value })}
          />
        </Field>
        <Field label={profileMessages.whatsAppNumber} error={faults.number}>
          <input
            name="number"
            type="tel"
            value={draft.number}
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={40}
            onChange={(event) => onChange({ number: event.target.value })}
          />
        </Field>
      </div>
      {digits.length >= shortestNumber && (
        <a
          href={`https://wa.me/${digits}`}
          target="_blank"
          rel="noopener noreferrer"
          className="text-primary -my-2 inline-flex min-h-12 items-center justify-self-start font-bold underline underline-offset-4"
        >
          {dealMessages.testLink}
        </a>
      )}
    </>
  );
}
