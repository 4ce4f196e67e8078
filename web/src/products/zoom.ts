/** How a picture is looked at: its scale, and how far its middle is from the stage's, in CSS pixels. */
export type View = { readonly scale: number; readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };
export type Point = { readonly x: number; readonly y: number };

export const wholeView: View = { scale: 1, x: 0, y: 0 };
/** To which a double tap brings a picture. */
export const closeUp = 2.5;
const mostScale = 5;

/** The size of a picture that fits into the stage. */
export function fitted(picture: Size, stage: Size): Size {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/**
 * Another scale, while the point under the finger stays there.
 * @param point from the middle of the stage
 */
export function zoomAt(view: View, scale: number, point: Point): View {
  const next = Math.min(mostScale, Math.max(1, scale));
  const grown = next / view.scale;
  return {
    scale: next,
    x: point.x - (point.x - view.x) * grown,
    y: point.y - (point.y - view.y) * grown,
  };
}

/** The nearest view that shows no more emptiness than it must. @param shown size at scale 1 */
export function bounded(view: View, shown: Size, stage: Size): View {
  const limit = (of: number, length: number, room: number) => {
    const most = Math.max(0, (length * view.scale - room) / 2);
    return Math.min(most, Math.max(-most, of)) || 0;
  };
  return {
    scale: view.scale,
    x: limit(view.x, shown.width, stage.width),
    y: limit(view.y, shown.height, stage.height),
  };
}
