// A student with 30 listings and 150 photos takes everything along without costing the product memory:
// npm run proof -- export [--megabytes 2]
// The ZIP is opened with Python's zipfile where there is Python, and searched for everything of fifty others.
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { openStorage } from "@market/server/context";
import { newId } from "@market/server/db/ids";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { residentMegabytes } from "../bench/support/programs.ts";
import { openBeside, registerStudents } from "../bench/support/students.ts";
import { conclude } from "../bench/support/verdict.ts";

const { values } = parseArgs({
  options: {
    listings: { type: "string", default: "30" },
    photos: { type: "string", default: "5" },
    megabytes: { type: "string", default: "2" },
    others: { type: "string", default: "50" },
    port: { type: "string", default: "3776" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "market-export-"));
const setup: Setup = { port: Number(values.port), dataDir: join(folder, "data") };
const broken: string[] = [];
const product = await startProduct(setup);
const [token = ""] = await registerStudents(setup, product.origin, 1 + Number(values.others));
const { config, db } = await openBeside(setup);
const storage = await openStorage(config);
const hashes = await fill();
// Once before anything is measured: code is compiled and pools are made.
await take();

const before = residentMegabytes(product.pid);
let most = before;
const watching = setInterval(() => (most = Math.max(most, residentMegabytes(product.pid))), 20);
const began = performance.now();
await take();
const seconds = (performance.now() - began) / 1000;
clearInterval(watching);
const file = join(folder, "export.zip");
const bytes = readFileSync(file).toString("latin1");
const foreign = bytes.match(/Otherwise|98222\d{5}|Alien|Elsewhere/g) ?? [];
if (foreign.length > 0) broken.push(`it holds ${foreign.length} words of others`);
const opened = openWithPython();
const size = statSync(file).size / 1_048_576;
await db.close();
await product.end("SIGTERM");
if (most - before > size / 2)
  broken.push(`${Math.round(most - before)} MB more for ${Math.round(size)} MB`);
conclude({
  name: "export",
  options: { ...values },
  metrics: {
    "size MB": Math.round(size),
    seconds: Math.round(seconds * 10) / 10,
    "memory before MB": Math.round(before),
    "most memory meanwhile MB": Math.round(most),
    "Python's zipfile": opened,
    "words of others": foreign.length,
  },
  broken,
});
rmSync(folder, { recursive: true, force: true });

/** The listings of the first student with photos of noise, and one listing of each of the others. */
async function fill(): Promise<Set<string>> {
  const made = new Set<string>();
  const one = `insert into products (id, seller_id, name, price_paise, description, category, condition, location_type, address)
     select $1, student.id, $3, 45000, $4, 'Study Essentials', 'New', 'nearby', $5
     from users student join identities identity on identity.id = student.identity_id where identity.email = $2`;
  for (let n = 0; n < Number(values.listings); n++) {
    const id = newId();
    await db.run(one, [id, "student1@cgu.example", `Own thing ${n}`, "Mine", "My room"]);
    for (let place = 0; place < Number(values.photos); place++) {
      const content = randomBytes(Number(values.megabytes) * 1_048_576);
      made.add(createHash("sha256").update(content).digest("hex"));
      const key = `${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-1280.webp`;
      await storage.put(key, content);
      await db.run(
        `insert into photos (id, owner_id, product_id, position, image, files, bytes)
         select $1, seller_id, id, $3, '{}', array[$4], $5 from products where id = $2`,
        [newId(), id, place, key, content.length],
      );
    }
  }
  for (let n = 2; n < 2 + Number(values.others); n++) {
    const email = `student${n}@cgu.example`;
    await db.run(
      `update users set name = $2, phone = $3
       where identity_id = (select id from identities where email = $1)`,
      [email, `Otherwise ${n}`, `+91982220${String(n).padStart(4, "0")}`],
    );
    await db.run(one, [newId(), email, `Alien ${n}`, "Alien words", `Elsewhere ${n}`]);
  }
  await db.run(
    `insert into saved_products (user_id, product_id)
     select student.id, product.id from users student, products product
     where (student.name like 'Otherwise%') <> (product.name like 'Alien%')`,
  );
  await db.run(
    "insert into reveals (user_id, day, product_id) select user_id, current_date, product_id from saved_products",
  );
  return made;
}

async function take(): Promise<void> {
  const answer = await fetch(`${product.origin}/api/users/me/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok || answer.body === null) throw new Error(`export: ${answer.status}`);
  await pipeline(
    Readable.fromWeb(answer.body as never),
    createWriteStream(join(folder, "export.zip")),
  );
}

/** Reads every file of the ZIP and holds the photos against what was stored. */
function openWithPython(): string {
  const script = `import zipfile, hashlib, json, sys
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
data = json.loads(z.read("data.json"))
print(json.dumps({"names": len(z.namelist()), "listings": len(data["listings"]),
  "hashes": [hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist() if n.startswith("photos/")]}))`;
  let output: string;
  try {
    output = execFileSync("python3", ["-c", script, file], { encoding: "utf8" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "there is no Python here";
    throw error;
  }
  const read = JSON.parse(output) as { names: number; listings: number; hashes: string[] };
  const known = read.hashes.filter((hash) => hashes.has(hash)).length;
  if (known !== hashes.size || read.hashes.length !== hashes.size)
    broken.push(`${known} of ${hashes.size} photos are whole`);
  return `${read.names} files, ${read.listings} listings, ${known} photos whole`;
}
