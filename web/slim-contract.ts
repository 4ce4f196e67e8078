import { endpoints, type Endpoint } from "@market/contract/endpoints";
import type { Plugin } from "vite";
import * as zod from "zod/mini";

const stub = "\0schemas-stay-on-the-server";

/**
 * Keeps the contract's schemas out of the browser: they check requests on the server, and the
 * browser needs only their types. The endpoint table keeps method, path, access and whether there
 * is a reply; a schema that is used after all throws.
 */
export function slimContract(): Plugin {
  return {
    name: "slim-contract",
    enforce: "pre",
    resolveId(source, importer) {
      const isContract = importer?.includes("/contract/src/") && source === "zod/mini";
      return isContract && this.environment.name === "client" ? stub : undefined;
    },
    load(id) {
      if (id !== stub) return undefined;
      const names = Object.keys(zod).map((name) => `schema as ${name}`);
      return `const schema = new Proxy(() => {}, {
        get(_, name) { if (/parse/i.test(String(name))) throw new Error("Schemas are checked on the server"); return schema; },
        apply: () => schema,
      });
      export { ${names.join(", ")} };`;
    },
    transform(_, id) {
      if (!id.endsWith("/contract/src/endpoints.ts")) return undefined;
      const table = Object.entries<Endpoint>(endpoints).map(
        ([name, { method, path, access, reply }]) => [
          name,
          { method, path, access, reply: typeof reply === "string" ? reply : "json" },
        ],
      );
      return {
        code: `export const endpoints = ${JSON.stringify(Object.fromEntries(table))};`,
        map: null,
      };
    },
  };
}
