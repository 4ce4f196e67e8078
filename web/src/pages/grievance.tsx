import * as moderationMessages from "@market/contract/moderation/messages";
import { grievancePage as words } from "@market/contract/moderation/messages";
import { usePageSettings } from "../routing/page-context.ts";
import { GrievanceForm } from "../moderation/grievance-form.tsx";
import { GrievanceLookUp } from "../moderation/grievance-look-up.tsx";
import { type PageHandle, title } from "../routing/head.ts";
import { Reading } from "./reading.tsx";

export const handle: PageHandle = { head: title(words.title) };

/** D22: who decides, by when, the form, and what became of an earlier one; without an account. */
export function Component() {
  const { name, grievanceOfficer, grievanceEmail } = usePageSettings().campus;
  return (
    <Reading title={words.title} lead={words.lead}>
      <section className="mt-8">
        <h2 className="text-xl font-bold">{words.officer}</h2>
        <p className="mt-2">
          {grievanceOfficer ?? moderationMessages.grievanceOfficer(name)}
          <br />
          <a
            href={`mailto:${grievanceEmail}`}
            className="text-primary font-bold underline underline-offset-4"
          >
            {grievanceEmail}
          </a>
        </p>
        <ul className="mt-4 grid list-disc gap-1 pl-5">
          {words.clocks.map((clock) => (
            <li key={clock}>{clock}</li>
          ))}
        </ul>
      </section>
      <section className="mt-10 grid gap-4">
        <h2 className="text-xl font-bold">{words.form}</h2>
        <GrievanceForm />
      </section>
      <section className="border-line mt-10 grid gap-4 border-t pt-8">
        <h2 className="text-xl font-bold">{words.lookUp}</h2>
        <GrievanceLookUp />
      </section>
    </Reading>
  );
}
