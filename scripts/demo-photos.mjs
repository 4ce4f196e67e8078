// `node scripts/demo-photos.mjs`: encodes the pictures that fixtures/src/compose.ts has composed as an upload would be,
// so that the first start of a clone has no photo to encode.
import { createReadStream, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createImageProcessor } from "../server/src/photos/processor.ts";

const folder = "fixtures/pictures";
const record = `${folder}/looks.json`;
const looks = JSON.parse(readFileSync(record, "utf8"));
const processor = createImageProcessor({ processes: 2 });
const composed = readdirSync(folder).filter((name) => /^[a-z-]+-\d\.webp$/.test(name));
for (const name of composed) {
  const picture = name.replace(/\.webp$/, "");
  const path = `${folder}/${name}`;
  const { files, ...look } = await processor.encode(() => createReadStream(path), "");
  const widths = files.map(({ width }) => width);
  for (const { width, content } of files.slice(0, -1))
    writeFileSync(`${folder}/${picture}-${width}.webp`, content);
  // The largest is as it was composed: it is a WebP of that width already.
  renameSync(path, `${folder}/${picture}-${widths.at(-1)}.webp`);
  looks[picture] = { widths, ...look };
}
await processor.close();
const sorted = Object.entries(looks).sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(record, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
console.log(`${composed.length} pictures encoded`);
