import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import {
  type CaseReason,
  caseReasons,
  type CaseType,
  caseTypes,
} from "@market/contract/moderation/report";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

export type Filter = { reason?: CaseReason; type?: CaseType; userId?: string };

/** Reads the filter from the address of the page; unknown values are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  const reason = caseReasons.find((each) => each === search.get("reason"));
  const type = caseTypes.find((each) => each === search.get("type"));
  const userId = search.get("user");
  return { ...(reason && { reason }), ...(type && { type }), ...(userId && { userId }) };
}

type Props = { filter: Filter; onChoose: (name: "reason" | "type", value: string) => void };

export function CaseFilter({ filter, onChoose }: Props) {
  return (
    <fieldset className="mb-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
      <legend className="sr-only">{moderatorsMessages.filterCases}</legend>
      <Field label={moderatorsMessages.caseType}>
        <Select
          value={filter.type ?? ""}
          placeholder={moderatorsMessages.allTypes}
          options={caseTypes.map((value) => ({
            value,
            label: moderatorsMessages.caseTypes[value],
          }))}
          onChange={(event) => onChoose("type", event.target.value)}
        />
      </Field>
      <Field label={moderatorsMessages.caseReason}>
        <Select
          value={filter.reason ?? ""}
          placeholder={moderatorsMessages.allReasons}
          options={caseReasons.map((value) => ({
            value,
            label: moderationMessages.reasonLabels[value],
          }))}
          onChange={(event) => onChoose("reason", event.target.value)}
        />
      </Field>
    </fieldset>
  );
}
