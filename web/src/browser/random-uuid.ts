/** Adds `randomUUID`, which browsers leave out of pages that are not secure, such as a demo that a phone opens by plain http. */
if (!("randomUUID" in crypto))
  Object.defineProperty(crypto, "randomUUID", {
    value: () => {
      const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
      const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
    },
  });
