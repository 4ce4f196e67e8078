/** Flat drawings about 200 units wide, centred on 0,0, in the colours of a notice board in daylight. */
export const colour = {
  board: "#efe2c8",
  grain: "#dfcca6",
  wood: "#a97f4a",
  woodDark: "#86622f",
  paper: "#fffaf0",
  green: "#0b6b4f",
  leaf: "#3f9a6d",
  mint: "#cfefe2",
  marigold: "#f5b335",
  brick: "#c8553d",
  sky: "#8fc0d4",
  ink: "#26323b",
  steel: "#9fb0ba",
  skin: "#b97f57",
} as const;
const c = colour;

const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const ring = (x: number, y: number, r: number, stroke: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
const block = (x: number, y: number, w: number, h: number, fill: string, r = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`;

export const draw = { line, shape, disc, ring, block };

export const cycle = () =>
  ring(-58, 34, 42, c.ink, 8) +
  ring(58, 34, 42, c.ink, 8) +
  disc(-58, 34, 6, c.ink) +
  disc(58, 34, 6, c.ink) +
  line("M-58 34-30-26H34L8 36H-58M-30-26 8 36M34-26 58 34M30-42l6 20", c.brick, 9) +
  line("M14-50c8-6 16-2 22 6", c.ink, 8) +
  line("M-32-28-37-42M-52-44h28", c.ink, 9) +
  disc(8, 36, 11, c.marigold) +
  line("M62-16h26v18H62z", c.woodDark, 5);

export const lamp = () =>
  shape("M-24-10 70 74V90H-96z", "#f5b33530") +
  `<ellipse cx="34" cy="90" rx="52" ry="12" fill="${c.green}"/>` +
  line("M34 86 58 6-4-58", c.green, 10) +
  disc(58, 6, 9, c.marigold) +
  shape("M10-86-54-26c18 24 50 24 66 4l18-42z", c.green) +
  disc(-22, -20, 13, "#ffe7a8");

export const books = () =>
  block(-84, 46, 168, 36, c.green, 5) +
  block(-84, 54, 150, 20, c.paper) +
  block(-84, 46, 22, 36, c.green, 5) +
  block(-66, 8, 146, 38, c.brick, 5) +
  block(-30, 20, 60, 12, "#f3d5c4", 3) +
  block(-90, -24, 150, 32, c.marigold, 5) +
  block(-62, -14, 50, 11, "#fff2cf", 3) +
  `<g transform="rotate(-9 0 -50)">${block(-64, -64, 136, 34, c.sky, 5)}${block(34, -64, 12, 34, "#5f9bb4")}</g>`;

export const guitar = () =>
  `<g transform="rotate(38)">` +
  block(-8, -118, 16, 120, c.woodDark, 4) +
  block(-14, -140, 28, 34, c.ink, 6) +
  `<ellipse cy="10" rx="40" ry="36" fill="${c.marigold}"/><ellipse cy="62" rx="54" ry="50" fill="${c.marigold}"/>` +
  disc(0, 34, 19, c.woodDark) +
  block(-24, 78, 48, 9, c.woodDark, 3) +
  line("M-4-106V80M4-106V80", c.paper, 2) +
  `</g>`;

export const kettle = () =>
  line("M-26-52c0-40 64-40 64 0", c.ink, 11) +
  line("M-46 8c-24-6-30-26-44-34", c.steel, 18) +
  shape("M-44-44h100l14 118c1 8-5 12-12 12h-104c-7 0-13-4-12-12z", c.steel) +
  shape("M32-44h24l14 118c1 8-5 12-12 12H40z", "#84969f") +
  block(-36, -58, 84, 16, c.ink, 8) +
  disc(6, -64, 9, c.brick);

export const headphones = () =>
  line("M-68 30V6a68 68 0 0 1 136 0v24", c.ink, 13) +
  block(-88, 18, 40, 66, c.brick, 18) +
  block(48, 18, 40, 66, c.brick, 18) +
  block(-58, 24, 14, 54, c.ink, 7) +
  block(44, 24, 14, 54, c.ink, 7);

export const calculator = () => {
  const keys = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((column) =>
      block(
        -44 + column * 32,
        -12 + row * 26,
        24,
        18,
        row === 3 && column === 2 ? c.marigold : c.mint,
        5,
      ),
    ),
  );
  return (
    block(-60, -94, 120, 192, c.ink, 16) +
    block(-46, -78, 92, 44, "#b8d3b0", 6) +
    line("M-10-56h44", c.ink, 5) +
    keys.join("")
  );
};

export const plant = () =>
  line("M0 30C-4-10-30-30-46-46M0 30c2-46 22-64 40-84M0 30c0-40-4-66-2-104", c.leaf, 7) +
  shape("M-40-38c-34 2-46-16-48-38 28-2 46 12 48 38z", c.leaf) +
  shape("M36-48c-2-34 16-48 40-52 4 28-12 48-40 52z", c.green) +
  shape("M-4-68c-20-22-14-44 4-60 18 18 18 42-4 60z", c.leaf) +
  shape("M-48 24h96l-14 70h-68z", c.brick) +
  block(-56, 16, 112, 22, "#dd7058", 6);

/** A seated or standing student: head, hair, kurta, and what the arms do. */
export const student = (cloth: string, hair: "short" | "long", arm: string) =>
  (hair === "long" ? shape("M-40-62c-6-54 86-54 80 0l6 76h-92z", c.ink) : "") +
  block(-34, 88, 26, 96, c.ink, 8) +
  block(8, 88, 26, 96, c.ink, 8) +
  shape("M-46 116c-4-70-2-106 18-126 14-10 42-10 56 0 20 20 22 56 18 126z", cloth) +
  block(-9, -34, 18, 28, c.skin) +
  disc(0, -58, 32, c.skin) +
  shape("M-34-60c-6-50 74-54 68 0-8-14-20-22-32-22-14 0-26 6-36 22z", c.ink) +
  line(arm, cloth, 24) +
  `<g>${block(-44, 176, 42, 16, c.brick, 8)}${block(4, 176, 42, 16, c.brick, 8)}</g>`;
