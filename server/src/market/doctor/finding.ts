/** `mend` is what must be done; a note needs nothing. */
export type Finding = { part: string; state: "ok" | "mend" | "note"; text: string };

export const ok = (part: string, text: string): Finding => ({ part, state: "ok", text });
export const note = (part: string, text: string): Finding => ({ part, state: "note", text });
export const mend = (part: string, what: string, how: string): Finding => ({
  part,
  state: "mend",
  text: how === "" ? `${what}.` : `${what}. ${how}`,
});
