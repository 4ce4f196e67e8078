/** Focuses a control and scrolls its field clear of the bars and of the notice. */
export function goToField(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true });
  const block = matchMedia("(width < 768px)").matches ? "start" : "center";
  control?.closest("[data-field]")?.scrollIntoView({ block });
}
