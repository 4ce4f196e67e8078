/** A line of the doctor: `fix` needs the operator to act, a note does not. */
export type Finding = { part: string; state: "ok" | "fix" | "note"; text: string };

export const ok = (part: string, text: string): Finding => ({ part, state: "ok", text });
export const note = (part: string, text: string): Finding => ({ part, state: "note", text });
export const fix = (part: string, what: string, how: string): Finding => ({
  part,
  state: "fix",
  text: how === "" ? `${what}.` : `${what}. ${how}`,
});
