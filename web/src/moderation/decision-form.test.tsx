import type { ModerationCase } from "@market/contract/moderation/schemas";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
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
/** With "Suspend" chosen by its key. */
const shown = (of: ModerationCase) =>
  renderToStaticMarkup(
    <DecisionForm of={of} wanted="suspend" onWant={() => undefined} onDecided={() => undefined} />,
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
