import type { DecisionAction } from "@market/contract/moderation/report";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { earlierWordOf } from "./case-words.ts";
import { CaseView } from "./case-view.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { caseKey } from "./use-case-change.ts";

const concerned = {
  _id: "01900000-0000-7000-8000-000000000001",
  name: "Meera Iyer",
  registeredAt: "2026-11-26T09:00:00.000Z",
  listings: 1,
  suspended: false,
  decisions: [],
  cases: [],
};
const one: ModerationCase = {
  id: "01900000-0000-7000-8000-000000000002",
  state: "open",
  dueAt: "2026-11-27T09:00:00.000Z",
  urgent: false,
  userId: concerned._id,
  snapshot: { name: "Meera Iyer" },
  reports: [],
  concerned,
};
const against = {
  id: "01900000-0000-7000-8000-000000000003",
  action: "suspend" as const,
  note: "",
  createdAt: "2026-11-26T09:00:00.000Z",
  appeal: "open" as const,
};
/** Renders the form with an action chosen by its key. */
const shown = (of: ModerationCase, wanted: DecisionAction = "suspend") =>
  renderToStaticMarkup(
    <DecisionForm of={of} wanted={wanted} onWant={() => undefined} onDecided={() => undefined} />,
  );
const sentence = "This student is a moderator, whom only the operator can suspend, by command.";

it("R1001 a moderator reads before deciding that another moderator cannot be suspended", () => {
  expect(shown(one)).not.toContain(sentence);
  expect(shown(one)).toContain("<textarea");
  const ofModerator = { ...one, concerned: { ...concerned, moderator: true as const } };
  expect(shown(ofModerator)).toContain(sentence);
  expect(shown(ofModerator)).toMatch(/<button[^>]* disabled=""[^>]*>Suspend/);
  expect(shown(ofModerator)).not.toContain("<textarea");
  const appealed = shown({ ...ofModerator, appeal: { text: "It was a joke.", against } });
  expect(appealed).not.toContain(sentence);
  expect(appealed).not.toMatch(/<button[^>]* disabled=""[^>]*>Keep the decision/);
});

const grievance = {
  name: "Divya",
  email: "divya@outside.example",
  subject: "My photo",
  details: "It shows me.",
};
it.each([
  ["of a case", one, "warn", "Note to the person concerned"],
  ["of a dismissal", one, "dismiss", "Note for the log, which only moderators read"],
  [
    "of a lifted decision",
    { ...one, appeal: { text: "It was a joke.", against } },
    "dismiss",
    "Note to the person concerned",
  ],
  [
    "of a grievance",
    { ...one, grievance },
    "warn",
    "Answer to the person who complained, and note to the person concerned",
  ],
  [
    "of a grievance that is dismissed",
    { ...one, grievance },
    "dismiss",
    "Answer to the person who complained",
  ],
  [
    "of a grievance about no student",
    { ...one, grievance, concerned: undefined },
    "warn",
    "Answer to the person who complained",
  ],
] as const)("R1216 the note %s says who reads it", (_what, of, action, label) => {
  const [, text] = /<label[^>]*>([^<]*)</.exec(shown(of as ModerationCase, action)) ?? [];
  expect(text).toBe(label);
});

it("R1217 an earlier decision that was lifted is not said to hold", () => {
  const hidden = { ...against, action: "hide" as const };
  expect(earlierWordOf({ ...hidden, appeal: "upheld" })).toBe("Hidden, lifted on appeal");
  expect(earlierWordOf({ ...hidden, appeal: "refused" })).toBe("Hidden");
  expect(earlierWordOf({ ...hidden, action: "dismiss", appeal: "upheld" })).toBe("Decision lifted");
});

const wholeCase = (of: ModerationCase) => {
  const queries = new QueryClient();
  queries.setQueryData(caseKey(of.id), of);
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <CaseView
          caseId={of.id}
          now={0}
          wanted={undefined}
          onWant={() => undefined}
          onDecided={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
};
it("R1219 a case about no listing shows none, and one about no student offers no suspension", () => {
  const listing = { name: "Lamp", price: 450, description: "Warm light." };
  const about = { ...one, userId: undefined, productId: concerned._id, snapshot: listing };
  const complaint = { ...one, userId: undefined, concerned: undefined, snapshot: null, grievance };
  const title = "As it was when it was reported";
  const suspend = /<button[^>]* disabled=""[^>]*>Suspend/;
  expect(wholeCase(about as ModerationCase)).toContain(title);
  expect(wholeCase(about as ModerationCase)).not.toMatch(suspend);
  expect(wholeCase(one)).not.toContain(title);
  expect(wholeCase(one)).not.toMatch(suspend);
  expect(wholeCase(complaint as ModerationCase)).not.toContain(title);
  expect(wholeCase(complaint as ModerationCase)).toMatch(suspend);
});
