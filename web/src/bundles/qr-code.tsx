import * as bundleMessages from "@market/contract/bundles/messages";
import { correction, generate } from "lean-qr";

/** Modules of white around a code (ISO/IEC 18004). */
const quiet = 4;

type Props = { url: string; label?: string };

/** Dark on white in every theme, because readers expect it. */
export function QrCode({ url, label = bundleMessages.posterCode(url) }: Props) {
  const code = generate(url, { minCorrectionLevel: correction.M });
  const places = Array.from({ length: code.size }, (_, place) => place);
  const squares = places.flatMap((y) =>
    places.flatMap((x) => (code.get(x, y) ? `M${x + quiet} ${y + quiet}h1v1h-1z` : [])),
  );
  const side = code.size + 2 * quiet;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${side}v${side}h-${side}z`} fill="#fff" />
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
