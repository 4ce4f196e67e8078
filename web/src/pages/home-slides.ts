import { messages } from "@market/contract/messages";
import boardNarrow from "../art/board-narrow.svg";
import boardWide from "../art/board-wide.svg";
import boxNarrow from "../art/box-narrow.svg";
import boxWide from "../art/box-wide.svg";
import gateNarrow from "../art/gate-narrow.svg";
import gateWide from "../art/gate-wide.svg";

/** `wide` is 21:9, `narrow` 16:9 for viewports under 768 px (R087). */
export type Slide = { title: string; text: string; wide: string; narrow: string };

/** The slides of the home page, with words of this campus. */
export function slidesOf(campus: string): Slide[] {
  return [
    {
      title: messages.slideBoard,
      text: messages.slideBoardText(campus),
      wide: boardWide,
      narrow: boardNarrow,
    },
    { title: messages.slideBox, text: messages.slideBoxText, wide: boxWide, narrow: boxNarrow },
    { title: messages.slideGate, text: messages.slideGateText, wide: gateWide, narrow: gateNarrow },
  ];
}
