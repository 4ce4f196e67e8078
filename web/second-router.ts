import type { Plugin } from "vite";

const copy = "?engine";
const engine = /\/src\/router\/engine\.ts$/;

/**
 * Writes the router library a second time for what comes late. Its hooks, which the first load needs,
 * take two constants from the file of its engine, and a file cannot stand in two chunks: the engine,
 * more than all the rest, would come with the first load.
 */
export function secondRouter(): Plugin {
  return {
    name: "second-router",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer = "") {
      const isCopied = source.startsWith(".") && importer.endsWith(copy);
      if (!isCopied && !(source === "react-router" && engine.test(importer))) return undefined;
      const found = await this.resolve(source, importer.replace(copy, ""), { skipSelf: true });
      return found && { ...found, id: found.id + copy };
    },
  };
}
