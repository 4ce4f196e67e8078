import type { FastifyInstance } from "fastify";

/** Every path that the process serves, parsed from Fastify's printed tree; wildcards are one there. */
export function routesOf(app: FastifyInstance): string[] {
  const path: string[] = [];
  const routes = app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = ""] = /^(.*?)[├└]── (\S+) \(/.exec(line) ?? [];
      if (part === "") return [];
      path.splice(indent.length / 4, Infinity, part.replace(/\(.*/, ""));
      const route = path.join("").replace(/^\/\//, "/");
      // A parameter has a name for each method.
      const [, before = "", params = ""] = /^(.*)(:\w+\|.*)$/.exec(route) ?? [];
      return params === "" ? route : params.split("|").map((param) => before + param);
    });
  return [...new Set(routes)].toSorted();
}
