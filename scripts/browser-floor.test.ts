import { describe, expect, it } from "vitest";
import { youngBuiltIns, youngStyles } from "./browser-floor.mjs";

describe("what the oldest browsers lack", () => {
  it.each([
    ["URL.parse(referrer)", "URL.parse"],
    ["URL.canParse(address, origin)", "URL.canParse"],
    ["raw?.toWellFormed()", ".toWellFormed()"],
    ["faults.filter(Boolean).toSorted()", ".toSorted()"],
    ["list['toSorted'](byPrice)", ".toSorted()"],
    ["Promise.withResolvers()", "Promise.withResolvers"],
    ["Promise.try(load)", "Promise.try"],
    ["Object.groupBy(list, by)", "Object.groupBy"],
    ["Array.fromAsync(pages)", "Array.fromAsync"],
    ["AbortSignal.any([a, b])", "AbortSignal.any"],
    ["new Set(a).union(b)", ".union()"],
    ["Iterator.from(list)", "Iterator.from"],
    ["box.showPopover()", ".showPopover()"],
    ["box.checkVisibility()", ".checkVisibility()"],
  ])("is found in a script: %s", (code, name) => {
    expect(youngBuiltIns(code)).toContain(name);
  });

  it("is neither a built-in that they have nor one of our own names", () => {
    const code = `const parse = (text) => JSON.parse(text);
      class Stack { union() { return this.at(-1); } }
      structuredClone(list.findLast((entry) => Object.hasOwn(entry, "at"))).replaceAll("a", "b");
      AbortSignal.timeout(10); new URL(address, origin).searchParams.getAll("q"); parse("");`;
    expect(youngBuiltIns(code)).toEqual([]);
  });

  it.each([
    [".tile:has(:checked) { color: red }", ":has"],
    [".tile { & p { color: red } }", "&"],
    [".bar { background: color-mix(in srgb, red 10%, transparent) }", "color-mix()"],
    [":root { --ink: light-dark(#000, #fff) }", "light-dark()"],
    [".card { width: calc-size(auto, size) }", "calc-size()"],
    [".box:popover-open { color: red }", ":popover-open"],
    ["@scope (.card) { p { color: red } }", "@scope"],
    [".card { anchor-name: --card }", "anchor-name"],
    [".card { animation-timeline: view() }", "animation-timeline"],
    [".tile { field-sizing: content }", "field-sizing"],
  ])("is found in a style sheet: %s", (style, name) => {
    expect(youngStyles(style)).toContain(name);
  });

  it("is let through where the style sheet asks first", () => {
    const style = `@supports selector(:has(*)) { .tile:has(:checked) { color: red } }
      .card { display: grid; gap: 12px; height: 100dvh; inset: 0; translate: 0 8px; aspect-ratio: 4 / 5 }
      .row { -webkit-user-select: none; user-select: none }`;
    expect(youngStyles(style)).toEqual([]);
  });
});
