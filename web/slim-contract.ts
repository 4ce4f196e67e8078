import { endpoints, type Endpoint } from "@market/contract/endpoints";
import type { Plugin } from "vite";

/**
 * Gives the browser the endpoint table without its schemas: the client reads method, path, access
 * and whether there is a reply; the schemas check requests on the server and would bring zod along.
 */
export function slimContract(): Plugin {
  return {
    name: "slim-contract",
    enforce: "pre",
    transform(_, id) {
      if (!id.endsWith("/contract/src/endpoints.ts")) return undefined;
      const table = Object.entries<Endpoint>(endpoints).map(([name, { method, path, access, reply }]) => [
        name,
        { method, path, access, reply: typeof reply === "string" ? reply : "json" },
      ]);
      return { code: `export const endpoints = ${JSON.stringify(Object.fromEntries(table))};`, map: null };
    },
  };
}
