import { countryNames, otherCountry } from "@market/contract/users";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { codeOf, type RegistrationDraft, type RegistrationFaults } from "./registration.ts";

type Props = {
  draft: RegistrationDraft;
  faults: RegistrationFaults;
  onChange: (change: Partial<RegistrationDraft>) => void;
};

/** Country, its code, and the WhatsApp number (R147 to R149). */
export function PhoneFields({ draft, faults, onChange }: Props) {
  // On a narrow phone one label breaks: the inputs stay in line unless a fault stands under one.
  const alignment = faults.code || faults.number ? "items-start" : "items-end";
  const isOther = draft.country === otherCountry;
  return (
    <>
      <Field label="Country">
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
        <Field label="Country code" error={faults.code}>
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
        <Field label="WhatsApp number" error={faults.number}>
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
    </>
  );
}
