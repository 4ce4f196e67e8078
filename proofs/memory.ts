// Start-up time of a web process, and its idle memory with full caches: npm run proof -- memory
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { admitToProduction, startInProduction } from "../bench/support/catalogue.ts";
import { residentMegabytes, treeMegabytes } from "../bench/support/programs.ts";
import { filterPaths } from "../bench/support/calls.ts";
import { conclude } from "../bench/support/verdict.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "10000" },
    passes: { type: "string", default: "5" },
    port: { type: "string", default: "3270" },
  },
});
const pages = ["/", "/about", "/terms", "/privacy", "/login", "/register", "/how-it-works"];
const dataDir = await admitToProduction(Number(values.listings));
const program = await startInProduction(Number(values.port), dataDir, "/");
const megabytes = () => Math.round(residentMegabytes(program.pid));

async function ask(path: string, encoding: string): Promise<string> {
  const response = await fetch(program.origin + path, { headers: { "accept-encoding": encoding } });
  if (!response.ok) throw new Error(`${response.status} for ${path}`);
  return response.text();
}

try {
  const started = megabytes();
  const items = new Set<string>();
  let most = 0;
  for (let pass = 0; pass < Number(values.passes); pass++) {
    for (const encoding of ["br", "gzip", "identity"]) {
      for (const path of [...filterPaths, ...pages]) {
        const text = await ask(path, encoding);
        if (path.startsWith("/api/"))
          for (const { _id } of JSON.parse(text) as { _id: string }[]) items.add(_id);
        most = Math.max(most, megabytes());
      }
      for (const id of [...items].slice(0, 500)) await ask(`/item/${id}`, encoding);
      most = Math.max(most, megabytes());
    }
  }
  await sleep(30_000);
  const idle = megabytes();
  const everything = Math.round(treeMegabytes(program.pid));
  const metrics = {
    "start to first answer, ms": Math.round(program.startedIn),
    "just started, MB": started,
    "most under load, MB": most,
    "warm and idle for 30 s, MB": idle,
    "web process and PostgreSQL together (PSS), MB": everything,
    "of the web process code of the runtime and other files, MB": Math.round(
      residentMegabytes(program.pid, "RssFile"),
    ),
  };
  const broken = [
    ...(program.startedIn > 1_500 ? ["the first answer takes more than 1.5 s"] : []),
    ...(everything > 250 ? [`everything holds ${everything} MB, 250 are allowed`] : []),
  ];
  conclude({ name: "memory", options: values, metrics, broken });
} finally {
  await program.stop();
}
