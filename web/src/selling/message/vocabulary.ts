import type { Condition } from "@market/contract/products/product";

/** Phrases are separated by commas; the longest that fits wins, so that `no scratches` is not read as `scratches`. */
export type Label =
  | Condition
  /** New, unless it is a part: `new tyres`. */
  | "new"
  /** Its age or use, with how long or how often beside it. */
  | "used"
  | "years"
  | "months"
  | "days"
  | "times"
  /** Something is offered, wanted, asked about or gone. */
  | "offer"
  | "want"
  | "question"
  | "sold"
  /** Before or after the asking price; before or after another price. */
  | "ask"
  | "asked"
  | "former"
  | "formerly"
  | "budget"
  | "rupees"
  | "thousand"
  | "lakh"
  | "each"
  | "unit"
  /** A number follows that is part of the name: `size 9`. */
  | "numbered"
  | "negotiable"
  | "fixed"
  /** Where: a place on or off the campus, the name of an area, a word before or after a place. */
  | "campus"
  | "nearby"
  | "area"
  | "at"
  | "month"
  | "from"
  | "until"
  | "tomorrow"
  | "contact"
  | "all"
  /** May be inside a name, but not at its edges. */
  | "joint"
  | "filler"
  /** Says nothing, and hides what would be read in it. */
  | "neutral";

export type Vocabulary = Partial<Record<Label, string>>;
