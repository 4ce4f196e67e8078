const fields =
  "input:is([type=text], [type=tel], [type=email], [type=number], :not([type])), textarea";
type Field = HTMLInputElement | HTMLTextAreaElement;

/** Passes React what was typed before hydration; the next rendering would empty the fields. */
export async function handOverTyped(): Promise<void> {
  const typed = [...document.querySelectorAll<Field>(fields)]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({
      field,
      text: field.value,
      begins: field.selectionStart,
      ends: field.selectionEnd,
    }));
  for (const { field, text, begins, ends } of typed) {
    // React compares with the value it last saw.
    field.value = field.defaultValue;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
    set?.call(field, text);
    if (begins !== null) field.setSelectionRange(begins, ends);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // Forms apply each change to what was rendered last.
    await Promise.resolve();
  }
}
