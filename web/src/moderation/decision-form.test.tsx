import type { DecisionAction } from "@market/contract/moderation/report";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { earlierWordOf } from "./case-words.ts";
import { DecisionForm } from "./decision-form.tsx";

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
/** With an action chosen by its key. */
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
