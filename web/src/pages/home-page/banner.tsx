import boardNarrow from "../../art/board-narrow.svg";
import boardWide from "../../art/board-wide.svg";

/** `wide` is 21:9, `narrow` 16:9 for viewports under 768 px (R087). */
export type Art = { wide: string; narrow: string };

export const board: Art = { wide: boardWide, narrow: boardNarrow };

type Props = { art: Art; className: string; priority?: "high" | "low" };

export function Banner({ art, className, priority = "high" }: Props) {
  return (
    <picture>
      <source media="(width < 768px)" srcSet={art.narrow} width="960" height="540" />
      <img
        fetchPriority={priority}
        src={art.wide}
        alt=""
        width="1680"
        height="720"
        draggable={false}
        className={className}
      />
    </picture>
  );
}
