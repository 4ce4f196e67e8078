import type { Page } from "@playwright/test";

/** Finds horizontal overflow: the page itself, an open dialog, or text past its own box. */
export const findOverflow = (page: Page) =>
  page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    const wide = [document.documentElement, ...document.querySelectorAll("dialog[open]")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth }) => `${tagName} is ${scrollWidth} wide`);
    const outside = [
      ...document.querySelectorAll(
        ":is(main, aside) :is(h1, h2, h3, p, span, a, button, input, label, legend)",
      ),
      ...document.querySelectorAll(
        "dialog[open] :is(h1, h2, h3, p, span, a, button, input, label, legend)",
      ),
    ]
      // Elements that scroll sideways on purpose, or are for screen readers only.
      .filter(
        (element) =>
          !element.closest(".similar-row, .carousel-track, .sr-only, [class*='overflow-x-auto']"),
      )
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.right > limit + 1 || box.left < -1))
      .map(({ element, box }) => `${element.tagName} ends at ${Math.round(box.right)}`);
    return [...wide, ...outside];
  });

/** Finds labels that do not fit their element, except those that end in three dots on purpose. */
export const findClippedLabels = (page: Page) =>
  page.evaluate(() => {
    const scope = document.querySelector("dialog[open]") ?? document.body;
    return [...scope.querySelectorAll<HTMLElement>("button, a, label, legend, h1, h2, .tile span")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter(
        (element) => !element.closest(".sr-only, .skip-link, .truncate, .card, .carousel-track"),
      )
      .filter(({ innerText }) => innerText.trim() !== "")
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map(
        ({ tagName, innerText, scrollWidth, clientWidth }) =>
          `${tagName} ${innerText}: ${scrollWidth} in ${clientWidth}`,
      );
  });
