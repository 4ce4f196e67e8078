import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const modules = [
  "contract/src",
  "fixtures/src",
  "server/src",
  "server/test",
  "web/src",
  "e2e",
  "bench",
  "proofs",
  "scripts",
];

/** What each module may import, apart from itself and packages. */
const allowed: Record<string, string[]> = {
  contract: [],
  fixtures: ["contract"],
  server: ["contract"],
  web: ["contract"],
  // Uses only the server's embedded database, which two processes share.
  e2e: ["contract", "fixtures", "scripts", "server"],
  // The phone measurements repeat the browser tests' steps by hand.
  // Uses only the web app's message reader, which Node runs as it is.
  bench: ["contract", "e2e", "fixtures", "scripts", "server", "web"],
  proofs: ["bench", "contract", "fixtures", "scripts", "server"],
  // The release takes along what the embedded database needs.
  scripts: ["server"],
};

/** The demo students are for demo data and tests; elsewhere only trial mode imports them. */
const mayUseFixtures = /^server\/(src\/development|test)\/|\.test\.ts$/;

/** The folders of one side from left to right: each may use those to its left. */
type House = { ground: string; rooms: string; edges: string };

/** A file beside the folders is listed under its name, or is above all folders: `app.ts`, `main.ts`. */
const houses: Record<string, House> = {
  contract: {
    ground: "call campus limits price text theme headers text-schemas endpoint",
    // `pages` says what documents show, so what it shows is to its left, and notices that lead to a page are to its right.
    rooms:
      "identity photos students products saved lists cards descriptions deals bundles alerts moderation sharing keys handover pages notices rights operations analytics shell",
    edges: "errors endpoints",
  },
  server: {
    ground: "errors config db jobs statistics storage http mail context",
    rooms:
      "identity students photos search products descriptions lists cards deals bundles alerts notices moderation sharing keys handover rights",
    edges: "analytics pages backup operations development market",
  },
  web: {
    ground: "browser ui api routing",
    // If a button of one subject appears on another's screen, that subject is to the left.
    rooms:
      "identity students photos moderation saved cart search alerts products lists descriptions selling bundles deals notices keys handover rights",
    edges: "offline pages shell app",
  },
};

type Source = { path: string; imports: Import[] };

/** A lazy import runs later, so like a type it cannot close a circle at load time. */
type Import = { target: string; isType: boolean; isLazy: boolean };

const sources = modules.flatMap((module) => filesBelow(join(root, module))).map(readSource);
const byPath = new Map(sources.map((source) => [source.path, source]));

describe("the layout", () => {
  it("has sources to look at", () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it("imports one way only: web → contract ← server", () => {
    const wrong = edges().filter(({ from, to, isLazy }) => {
      const [own, other] = [from.split("/")[0] ?? "", to.split("/")[0] ?? ""];
      if (own === other || allowed[own]?.includes(other)) return false;
      const isServersFixture = own === "server" && other === "fixtures";
      return !(isServersFixture && (isLazy || mayUseFixtures.test(from)));
    });
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(houses))(
    "R890 R895 lets folders of %s use those to their left",
    (side, house) => {
      const order = `${house.ground} ${house.rooms} ${house.edges}`.split(" ");
      const isLeft = (to: string, from: string) =>
        order.includes(to) && order.indexOf(to) < order.indexOf(from);
      const wrong = roomEdges(side)
        .filter(([from, to]) => !isLeft(to, from))
        .map(([from, to]) => `${from} → ${to}`);
      expect(wrong.toSorted()).toEqual([]);
    },
  );

  it.each(Object.keys(houses))("R890 has no circle between folders of %s", (side) => {
    const arrows = roomEdges(side);
    const next = (room: string) => arrows.filter(([from]) => from === room).map(([, to]) => to);
    expect(
      findCycle(
        arrows.map(([from]) => from),
        next,
      ),
    ).toBeNull();
  });

  it("keeps input and output away from the contract", () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith("contract/") && !path.endsWith(".test.ts"))
      .flatMap(({ path, imports }) => imports.map(({ target }) => `${path} → ${target}`))
      .filter((edge) => !/→ (contract\/|zod)/.test(edge));
    expect(wrong).toEqual([]);
  });

  it("has no circular import", () => {
    expect(
      findCycle(
        sources.map(({ path }) => path),
        importsAtLoad,
      ),
    ).toBeNull();
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(node_modules|build)\//.test(path));
}

function readSource(file: string): Source {
  const text = readFileSync(file, "utf8");
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm,
  );
  const imports = [...found].map(([, type, name, lazy]) => ({
    target: targetOf(file, name ?? lazy ?? ""),
    isType: type !== undefined,
    isLazy: lazy !== undefined,
  }));
  return { path: relative(root, file), imports };
}

/** A path from the project's root for our own files, otherwise the package's name. */
function targetOf(file: string, name: string): string {
  const bare = name.replace(/\?.*$/, "");
  if (bare.startsWith(".")) return relative(root, resolve(dirname(file), bare));
  const [, workspace, rest] = /^@market\/([^/]+)\/?(.*)$/.exec(bare) ?? [];
  if (workspace === undefined) return bare;
  return rest?.startsWith("test/") ? `${workspace}/${rest}.ts` : `${workspace}/src/${rest}.ts`;
}

function edges(): { from: string; to: string; isType: boolean; isLazy: boolean }[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => byPath.has(target))
      .map(({ target, ...how }) => ({ from: path, to: target, ...how })),
  );
}

/** The pairs of folders of which the first imports the second, types and lazy imports included, tests not. */
function roomEdges(side: string): [from: string, to: string][] {
  const above = new Set(["", "app", "main"]);
  const roomOf = (path: string) => new RegExp(`^${side}/src/([^/.]+)`).exec(path)?.[1] ?? "";
  const pairs = edges()
    .filter(({ from }) => !/\.test\.tsx?$/.test(from))
    .map(({ from, to }): [string, string] => [roomOf(from), roomOf(to)])
    .filter(([from, to]) => !above.has(from) && to !== "" && from !== to);
  return [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
}

function importsAtLoad(path: string): string[] {
  const imports = byPath.get(path)?.imports ?? [];
  return imports
    .filter(({ target, isType, isLazy }) => !isType && !isLazy && byPath.has(target))
    .map(({ target }) => target);
}

function findCycle(nodes: string[], next: (node: string) => string[]): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, trail: string[]): string[] | null => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const other of next(node)) {
      const cycle = visit(other, [...trail, node]);
      if (cycle !== null) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of nodes) {
    const cycle = visit(node, []);
    if (cycle !== null) return cycle;
  }
  return null;
}
