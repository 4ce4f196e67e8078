// Draws the slides of the home page: node web/art/draw.ts
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  books,
  calculator,
  colour as c,
  cycle,
  draw,
  guitar,
  headphones,
  kettle,
  lamp,
  plant,
  student,
} from "./things.ts";

const { block, disc, line, shape } = draw;
const put = (drawing: string, x: number, y: number, scale = 1, turn = 0) =>
  `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}${scale === 1 ? "" : ` scale(${scale})`}">${drawing}</g>`;

/** A slip of paper on the board, with its shadow and its pin. */
const note = (drawing: string, paper: string, pin: string) =>
  block(-112, -122, 236, 262, "#5a431c30", 8) +
  block(-122, -136, 236, 262, paper, 8) +
  put(drawing, -4, 0, 0.9) +
  line("M-70 108h96", "#26323b40", 8) +
  disc(-2, -126, 17, "#5a431c40") +
  disc(-5, -132, 16, pin) +
  disc(-10, -138, 5, "#ffffffa0");

const bunting = (width: number) => {
  const flags = [c.brick, c.marigold, c.green, c.sky];
  const step = 88;
  const triangles = Array.from({ length: Math.ceil(width / step) }, (_, place) => {
    const y = (x: number) => 26 + 34 * Math.sin((Math.PI * (x % (step * 6))) / (step * 6));
    const x = place * step + 12;
    return shape(
      `M${x} ${y(x).toFixed(0)}L${x + 58} ${y(x + 58).toFixed(0)}l-27 62z`,
      flags[place % flags.length] ?? c.brick,
    );
  });
  const arcs = Array.from(
    { length: Math.ceil(width / (step * 6)) },
    (_, n) => `M${n * step * 6} 24q${step * 3} 70 ${step * 6} 0`,
  );
  return line(arcs.join(""), c.woodDark, 5) + triangles.join("");
};

/** The same few specks again and again make cork. */
const cork = (width: number, height: number) => {
  const specks = [
    [12, 20, 5],
    [60, 52, 4],
    [100, 14, 6],
    [34, 88, 4],
    [86, 96, 5],
    [120, 66, 3],
  ] as const;
  return (
    `<pattern id="cork" width="132" height="116" patternUnits="userSpaceOnUse">${specks.map(([x, y, r]) => disc(x, y, r, c.grain)).join("")}</pattern>` +
    block(0, 0, width, height, c.board) +
    `<rect width="${width}" height="${height}" fill="url(#cork)"/>` +
    block(0, height - 26, width, 26, c.wood) +
    block(0, height - 26, width, 6, c.woodDark)
  );
};

type Scene = (width: number, height: number, isNarrow: boolean) => string;

const board: Scene = (width, height, isNarrow) =>
  cork(width, height) +
  bunting(width) +
  (isNarrow
    ? put(note(cycle(), c.paper, c.brick), 570, 285, 0.98, -6) +
      put(note(books(), c.mint, c.green), 814, 210, 0.8, 5) +
      put(note(lamp(), "#fdf0d2", c.marigold), 800, 452, 0.6, -4)
    : put(note(books(), c.mint, c.green), 866, 290, 0.98, -7) +
      put(note(cycle(), c.paper, c.brick), 1140, 270, 1.18, 4) +
      put(note(headphones(), "#fbe3d6", c.green), 1440, 262, 0.96, -5) +
      put(note(lamp(), "#fdf0d2", c.marigold), 960, 580, 0.82, 6) +
      put(note(kettle(), "#dcecf2", c.brick), 1270, 592, 0.78, -4) +
      put(note(calculator(), c.paper, c.marigold), 1550, 566, 0.84, 7));

const box = () =>
  put(guitar(), 92, -150, 1.1, -18) +
  put(lamp(), -120, -120, 1.05) +
  put(plant(), -10, -100, 1.05) +
  put(books(), 60, -44, 0.8, 8) +
  shape("M-230-20h460v240h-460z", "#d9a566") +
  shape("M40-20h190v240H40z", "#c99150") +
  shape("M-230-20-300 66l70 8zM230-20l72 84-72 12z", "#e8bd84") +
  block(-230, -20, 460, 18, "#b98244") +
  block(-160, 96, 150, 66, c.paper, 6) +
  line("M-138 118h84M-138 140h106", "#26323b80", 9);

const tag = (fill: string) =>
  line("M0-70C-8-40-6-20 0 0", c.woodDark, 4) +
  shape("M-34 14 0-16l34 30v72h-68z", fill) +
  disc(0, 8, 7, c.paper) +
  line("M-14 46h28M-14 64h18", "#ffffffb0", 7);

const hostelRoom: Scene = (width, height, isNarrow) => {
  const floor = height * 0.8;
  const at = isNarrow ? { x: 690, y: 330, scale: 0.84 } : { x: 1170, y: 416, scale: 1.12 };
  const windowX = isNarrow ? 440 : 720;
  return (
    block(0, 0, width, height, "#f7dfca") +
    block(0, floor, width, height - floor, "#dcae84") +
    block(0, floor, width, 10, "#c4946a") +
    (isNarrow
      ? ""
      : block(windowX, 90, 230, 290, c.paper, 10) +
        block(windowX + 16, 106, 198, 258, "#f9c98a") +
        disc(windowX + 116, 260, 54, "#f5b335") +
        shape(`M${windowX + 16} 310q60-44 110-10t88-16v80h-198z`, "#b7794f") +
        block(windowX + 108, 106, 14, 258, c.paper) +
        block(windowX + 16, 226, 198, 14, c.paper)) +
    `<ellipse cx="${at.x}" cy="${at.y + 224 * at.scale}" rx="${330 * at.scale}" ry="${26 * at.scale}" fill="#86622f50"/>` +
    put(box(), at.x, at.y, at.scale) +
    put(tag(c.green), at.x + 262 * at.scale, at.y - 46 * at.scale, 0.95 * at.scale, -8) +
    (isNarrow ? "" : put(headphones(), 1530, 640, 0.66, -6) + put(kettle(), 800, 610, 0.84))
  );
};

const tree = (fill: string) =>
  block(-12, 40, 24, 120, c.woodDark, 6) +
  disc(-44, 10, 56, fill) +
  disc(44, 4, 60, fill) +
  disc(0, -48, 66, fill);

const bubble = (fill: string, mark: string) =>
  shape(
    "M-78-50h156c14 0 22 8 22 22V18c0 14-8 22-22 22H-10l-44 34 6-34h-30c-14 0-22-8-22-22V-28c0-14 8-22 22-22z",
    fill,
  ) + mark;

const gate: Scene = (width, height, isNarrow) => {
  const ground = height * 0.83;
  const middle = isNarrow ? 690 : 1190;
  const scale = isNarrow ? 0.72 : 1;
  const person = (drawing: string, x: number) =>
    put(drawing, middle + x * scale, ground - 150 * scale, scale);
  return (
    block(0, 0, width, height, "#d8eef0") +
    disc(middle, ground - 200 * scale, 250 * scale, "#fbe2a6") +
    put(tree("#6fb08a"), middle - 420 * scale, ground - 150 * scale, 1.05 * scale) +
    put(tree("#8cc3a0"), middle + 430 * scale, ground - 150 * scale, 1.15 * scale) +
    block(0, ground, width, height - ground, "#e9cf9f") +
    block(0, ground, width, 10, "#cfae74") +
    put(
      block(-330, -420, 84, 420, c.brick, 4) +
        block(246, -420, 84, 420, c.brick, 4) +
        block(-350, -440, 124, 34, c.paper, 6) +
        block(226, -440, 124, 34, c.paper, 6) +
        line("M-288-430C-160-560 160-560 288-430", c.green, 30) +
        [-200, -100, 0, 100, 200]
          .map((x) => disc(x, -478 - 26 * Math.cos(x / 150), 13, c.marigold))
          .join("") +
        block(-306, -330, 36, 60, "#f3d5c4", 18) +
        block(270, -330, 36, 60, "#f3d5c4", 18),
      middle,
      ground,
      scale,
    ) +
    person(student(c.green, "short", "M30 16 64 54"), -150) +
    person(student(c.marigold, "long", "M-30 16-58 52"), 168) +
    put(cycle(), middle + 8 * scale, ground - 66 * scale, 1.2 * scale) +
    put(
      bubble(
        c.paper,
        disc(-44, -4, 11, c.green) + disc(0, -4, 11, c.green) + disc(44, -4, 11, c.green),
      ),
      middle - 120 * scale,
      ground - 330 * scale,
      0.82 * scale,
    ) +
    put(
      `<g transform="scale(-1 1)">${bubble(c.mint, line("m34-4-22 22-46-44", c.green, 14))}</g>`,
      middle + 130 * scale,
      ground - 350 * scale,
      0.82 * scale,
    )
  );
};

const scenes: Record<string, Scene> = { board, box: hostelRoom, gate };
for (const [name, scene] of Object.entries(scenes)) {
  for (const [shapeName, width, height] of [
    ["wide", 1680, 720],
    ["narrow", 960, 540],
  ] as const) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${scene(width, height, shapeName === "narrow")}</svg>\n`;
    await writeFile(join(import.meta.dirname, `../src/art/${name}-${shapeName}.svg`), svg);
  }
}
