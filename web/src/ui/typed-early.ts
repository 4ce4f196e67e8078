const fields =
  "input:is([type=text], [type=tel], [type=email], [type=number], :not([type])), textarea";
type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Tells React what was typed before the page woke up, as if it were typed now: the next rendering would
 * otherwise empty the fields whose text it holds. A browser that fills in a form anew is heard likewise.
 */
export async function handOverTyped(): Promise<void> {
  const typed = [...document.querySelectorAll<Field>(fields)]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({
      field,
      text: field.value,
      // Looked at before any is told: the rendering after the first empties the others.
      begins: field.selectionStart,
      ends: field.selectionEnd,
    }));
  for (const { field, text, begins, ends } of typed) {
    // React compares with what it last saw in the field, which is what was typed.
    field.value = field.defaultValue;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
    set?.call(field, text);
    if (begins !== null) field.setSelectionRange(begins, ends);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // Rendered before the next one: forms put each change on top of what was rendered last.
    await Promise.resolve();
  }
}
