import { endpoints, type Endpoint } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import type { Plugin } from "vite";
import * as zod from "zod/mini";

const stub = "\0schemas-stay-on-the-server";

/** What the browser needs of an endpoint, as JSON: everything but its schemas. */
const calls = new Map(
  Object.entries<Endpoint>(endpoints).map(([name, { method, path, access, reply }]) => [
    name,
    JSON.stringify({ method, path, access, reply: typeof reply === "string" ? reply : "json" }),
  ]),
);
const [sentences, others] = [new Map<string, string>(), new Map<string, string>()];
for (const [name, words] of Object.entries(messages)) {
  if (typeof words === "string") sentences.set(name, JSON.stringify(words));
  else others.set(name, typeof words === "function" ? words.toString() : JSON.stringify(words));
}
const object = (parts: Map<string, string>) =>
  `{ ${[...parts].map(([name, value]) => `${name}: ${value}`).join(",\n")} }`;

/**
 * Keeps out of the browser what it does not need of the contract.
 *
 * Schemas check requests on the server, and the browser needs only their types: a schema that is used
 * after all throws. Each sentence and each row of the endpoint table is written where it is used, so
 * that a page carries its own and not those of every other page.
 */
export function slimContract(): Plugin {
  return {
    name: "slim-contract",
    enforce: "pre",
    resolveId(source, importer) {
      const isContract = importer?.includes("/contract/src/") && source === "zod/mini";
      return isContract && this.environment.name !== "ssr" ? stub : undefined;
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
    transform(code, id) {
      if (id.endsWith("/contract/src/endpoints.ts"))
        return { code: `export const endpoints = ${object(calls)};`, map: null };
      if (this.environment.name === "ssr" || this.environment.mode !== "build") return undefined;
      if (id.endsWith("/contract/src/messages.ts")) {
        const imports = code.match(/^import .*$/gm) ?? [];
        const text = [...imports, `export const messages = ${object(others)};`].join("\n");
        return { code: text, map: null, moduleSideEffects: false };
      }
      if (!/\/(web|contract)\/src\/.*\.tsx?$/.test(id)) return undefined;
      return {
        code: code
          .replace(/\bmessages\.(\w+)/g, (use, name: string) => sentences.get(name) ?? use)
          .replace(
            /(?<!typeof )\bendpoints\.(\w+)/g,
            (use, name: string) => calls.get(name) ?? use,
          ),
        map: null,
      };
    },
  };
}
