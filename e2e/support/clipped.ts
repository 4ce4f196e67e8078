import type { Page } from "@playwright/test";

/**
 * Finds illegible text on the page or in the open dialog: clipped by a box around it, covered by other text or a
 * control, or broken inside a word that would have fitted on its own line.
 * A student's text that ends in an ellipsis because it is too long does not count.
 */
export const illegible = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Box = { left: number; top: number; right: number; bottom: number };
    const scope = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const canvas = document.createElement("canvas").getContext("2d");
    const found: string[] = [];

    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(".skip-link:not(:focus), [inert], option, .early-note") &&
      !isForReaders(element);
    const isForReaders = (element: Element): boolean =>
      getComputedStyle(element).clipPath === "inset(50%)" ||
      (element.parentElement !== null && isForReaders(element.parentElement));
    /** A bar, or a list that floats with a shadow, and the page below it are checked separately. */
    const layerOf = (element: Element): Element => {
      for (let one: Element | null = element; one && one !== scope; one = one.parentElement) {
        const { position, boxShadow } = getComputedStyle(one);
        if (/^(fixed|sticky)$/.test(position)) return one;
        if (position === "absolute" && boxShadow !== "none") return one;
      }
      return scope;
    };
    const middleOf = ({ left, top, right, bottom }: Box): Box => {
      const part = (bottom - top) / 4;
      return { left: left + 1, top: top + part, right: right - 1, bottom: bottom - part };
    };
    const overlap = (one: Box, other: Box) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

    /** The pixels of a line that an ancestor clips; scrollable parts are not clipped. */
    const cutOf = (line: Box, from: Element): string | undefined => {
      let [canX, canY] = [true, true];
      for (
        let one: Element | null = from;
        one && one !== scope.parentElement;
        one = one.parentElement
      ) {
        const style = getComputedStyle(one);
        const outer = one.getBoundingClientRect();
        const inset = /^inset\(([^)]*)\)/
          .exec(style.clipPath)?.[1]
          ?.split(" ")
          .map(Number.parseFloat);
        if (inset) {
          const [top = 0, right = top, bottom = top, left = right] = inset;
          if (line.left < outer.left + left - 1 || line.right > outer.right - right + 1)
            return `clipped at its side by ${nameOf(one)}`;
          if (line.top < outer.top + top - 1 || line.bottom > outer.bottom - bottom + 1)
            return `clipped by ${nameOf(one)}`;
        }
        const box = {
          left: outer.left + Number.parseFloat(style.borderLeftWidth),
          right: outer.right - Number.parseFloat(style.borderRightWidth),
          top: outer.top + Number.parseFloat(style.borderTopWidth),
          bottom: outer.bottom - Number.parseFloat(style.borderBottomWidth),
        };
        if (/auto|scroll/.test(style.overflowX)) canX = false;
        if (/auto|scroll/.test(style.overflowY)) canY = false;
        if (canX && style.overflowX !== "visible") {
          if (line.left < box.left - 1 || line.right > box.right + 1)
            return `cut at its side by ${nameOf(one)}`;
        }
        if (canY && style.overflowY !== "visible" && style.webkitLineClamp === "none") {
          const { top, bottom } = middleOf(line);
          if (top < box.top - 1 || bottom > box.bottom + 1) return `cut by ${nameOf(one)}`;
        }
      }
      return undefined;
    };
    /** Whether text is larger than the spot of colour that it stands on, such as a count in a circle. */
    const isSpilled = (line: Box, on: Element) => {
      const { backgroundColor, fontSize, display, overflowX } = getComputedStyle(on);
      if (backgroundColor === "rgba(0, 0, 0, 0)" || display === "inline") return false;
      if (overflowX !== "visible") return false;
      const { left, right, height } = on.getBoundingClientRect();
      return line.left < left - 1 || line.right > right + 1 || Number.parseFloat(fontSize) > height;
    };
    const isBeyondLastLine = (line: Box, from: Element): boolean => {
      for (let one: Element | null = from; one && one !== scope; one = one.parentElement)
        if (
          getComputedStyle(one).webkitLineClamp !== "none" &&
          line.bottom > one.getBoundingClientRect().bottom + 4
        )
          return true;
      return false;
    };
    /** Elements with a background, border or text of their own. */
    const isDrawn = (control: HTMLElement) => {
      const { backgroundColor, borderTopWidth } = getComputedStyle(control);
      return (
        !/rgba\(0, 0, 0, 0\)/.test(backgroundColor) ||
        Number.parseFloat(borderTopWidth) > 0 ||
        control.innerText.trim().length > 2
      );
    };
    /** Returns the part of a box that the lists around it show. */
    const seenOf = (box: Box, from: Element): Box => {
      let { left, top, right, bottom } = box;
      for (let one: Element | null = from; one && one !== scope; one = one.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(one);
        const outer = one.getBoundingClientRect();
        if (overflowX !== "visible")
          [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
        if (overflowY !== "visible")
          [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
      }
      return { left, top, right, bottom };
    };
    /** Whether a box is neither scrolled out of its own list nor after the last line that is shown. */
    const isInSight = (line: Box, from: Element): boolean => {
      for (let one: Element | null = from; one && one !== scope; one = one.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(one);
        const box = one.getBoundingClientRect();
        if (overflowY !== "visible" && (line.top > box.bottom - 2 || line.bottom < box.top + 2))
          return false;
        if (overflowX !== "visible" && (line.left > box.right - 2 || line.right < box.left + 2))
          return false;
      }
      return true;
    };
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}${element.classList.length > 0 ? `.${element.classList[0]}` : ""}`;

    const texts: { text: string; parent: Element; line: Box; layer: Element }[] = [];
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement;
      const text = node.data.trim().replace(/\s+/g, " ");
      if (!parent || text === "" || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(
        (line) => line.width > 1 && !isBeyondLastLine(line, parent),
      );
      const seen = lines.filter((line) => isInSight(middleOf(line), parent));
      const cut = lines.map((line) => cutOf(line, parent)).find((one) => one !== undefined);
      // The bar greets by a first name of any length.
      const isGreeting = text.startsWith("Hi, ") && parent.closest("header") !== null;
      if (cut !== undefined && !isGreeting) found.push(`“${text.slice(0, 40)}” is ${cut}`);
      if (seen.some((line) => isSpilled(line, parent)))
        found.push(`“${text.slice(0, 40)}” is larger than its ${nameOf(parent)}`);
      const layer = layerOf(parent);
      for (const line of seen)
        texts.push({ text, parent, line: seenOf(middleOf(line), parent), layer });

      const style = getComputedStyle(parent);
      if (!canvas || style.wordBreak === "break-all") continue;
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const { clientWidth } = scope as HTMLElement;
      // A heading has its own line.
      const available = parent.closest("h1") ? clientWidth - 32 : clientWidth * 0.8 - 32;
      for (const { 0: word, index } of node.data.matchAll(/[^\s\u200b\u2010-\u2015/-]+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const parts = [...range.getClientRects()];
        if (parts.some((line) => isBeyondLastLine(line, parent))) continue;
        const tops = new Set(parts.map(({ top }) => Math.round(top / 4)));
        if (tops.size > 1 && canvas.measureText(word).width < available)
          found.push(`“${word}” is broken in two`);
      }
    }

    const controls = [
      ...scope.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea"),
    ]
      .filter((control) => isShown(control) && isDrawn(control))
      .filter((control) => isInSight(middleOf(control.getBoundingClientRect()), control))
      .map((control) => ({
        control,
        box: seenOf(middleOf(control.getBoundingClientRect()), control),
        layer: layerOf(control),
      }));
    for (const { text, parent, line, layer } of texts) {
      const over = controls.find(
        (one) =>
          one.layer === layer &&
          !one.control.contains(parent) &&
          !parent.contains(one.control) &&
          // The prefix inside a field.
          !parent.closest("[aria-hidden]") &&
          overlap(line, one.box),
      );
      if (over)
        found.push(
          `“${text.slice(0, 40)}” lies under ${over.control.ariaLabel ?? over.control.innerText.slice(0, 40) ?? over.control.tagName}`,
        );
    }
    texts.forEach((one, place) => {
      const other = texts
        .slice(place + 1)
        .find(
          (each) =>
            each.parent !== one.parent && each.layer === one.layer && overlap(one.line, each.line),
        );
      if (other) found.push(`“${one.text.slice(0, 40)}” lies over “${other.text.slice(0, 40)}”`);
    });

    for (const select of scope.querySelectorAll("select")) {
      const style = getComputedStyle(select);
      if (!canvas || !isShown(select)) continue;
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const available =
        select.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight);
      const label = select.selectedOptions[0]?.label ?? "";
      if (canvas.measureText(label).width > available + 1)
        found.push(`“${label}” does not fit in its select`);
    }
    return [...new Set(found)];
  });
