// Five hundred texts that would like to be code, in every text field, on every screen, in Chromium:
// npm run proof -- attack-text [--port 3764]
// They are written past the product's own cleaning, straight into the database: only showing them is tried.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { payloads } from "@market/fixtures/payloads";
import { newId } from "@market/server/db/ids";
import { beginSession } from "@market/server/identity/sessions";
import { chromium, type Page } from "@playwright/test";
import { browserArguments, findBrowser } from "../scripts/browser.mjs";
import { type Setup, startProduct } from "../bench/support/product.ts";
import { conclude } from "../bench/support/verdict.ts";
import { formOf } from "./support/seller.ts";
import { openBeside, registerStudents } from "../bench/support/students.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "3764" }, pages: { type: "string", default: "4" } },
});
const folder = mkdtempSync(join(tmpdir(), "market-text-"));
const setup: Setup = { port: Number(values.port), dataDir: join(folder, "data") };
const broken: string[] = [];
const product = await startProduct(setup);
const origin = `http://localhost:${values.port}`;
const [token = ""] = await registerStudents(setup, product.origin, 1);
const { db } = await openBeside(setup);
const ids = await fill();
const session = await beginSession(db, await identity());

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: browserArguments,
});
const context = await browser.newContext();
await context.addCookies([{ name: `session-${values.port}`, value: session.secret, url: origin }]);
await context.addInitScript(
  ({ kept }) => {
    Object.assign(window, { hits: 0, hit: () => Object.assign(window, { hits: 1 }) });
    localStorage.setItem("token", kept);
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`violated: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  },
  { kept: token },
);
context.on("console", (message) => {
  if (/violated:|Trusted/.test(message.text())) broken.push(message.text());
});
context.on("dialog", (dialog) => {
  broken.push(`a dialog: ${dialog.message()}`);
  void dialog.dismiss();
});
context.on("request", (request) => {
  if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url()))
    broken.push(`asked for ${request.url()}`);
});

const alone = ["/", "/buy?sort=newest", "/saved", "/profile", "/login", "/sell"];
const screens = [
  ...ids.map((id) => `/item/${id}`),
  ...ids.slice(0, 12).map((id) => `/edit-product/${id}`),
  ...payloads.slice(0, 24).map((text) => `/buy?q=${encodeURIComponent(text)}`),
  ...payloads.slice(0, 24).map((text) => `/no-such-page/${encodeURIComponent(text)}`),
];
let looked = 0;
let texts = 0;
const page = await context.newPage();
for (const screen of alone) await look(page, screen, true);
const queue = [...screens];
await Promise.all(
  Array.from({ length: Number(values.pages) }, async () => {
    const own = await context.newPage();
    for (let next = queue.pop(); next; next = queue.pop()) await look(own, next, false);
  }),
);
await browser.close();
await db.close();
await product.end("SIGTERM");
rmSync(folder, { recursive: true, force: true });
if (texts < payloads.length) broken.push(`only ${texts} texts were seen at all`);
conclude({
  name: "attack-text",
  options: {},
  metrics: {
    payloads: payloads.length,
    products: ids.length,
    screens: looked,
    "texts seen": texts,
  },
  broken,
});

async function identity(): Promise<string> {
  const { rows } = await db.run("select identity_id as id from users limit 1");
  return (rows as { id: string }[])[0]?.id ?? "";
}

/** One product per text, and all texts at once in the student's own fields and in one description. */
async function fill(): Promise<string[]> {
  await fetch(`${product.origin}/api/products/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: await formOf(1, true),
  });
  const all = payloads.join(" ");
  const made = payloads.map(() => newId());
  await db.run(
    `insert into products (id, seller_id, name, price_paise, description, category, condition, location_type, address)
     select given.id, users.id, given.text, 45000, given.description, 'Study Essentials', 'New', 'nearby', given.text
     from users, unnest($1::uuid[], $2::text[], $3::text[]) given (id, text, description)`,
    [made, payloads, payloads.map((text, at) => (at === 0 ? all : text))],
  );
  await db.run(
    `insert into photos (id, owner_id, product_id, image, files, bytes)
     select gen_random_uuid(), photo.owner_id, product.id, photo.image, '{}', 1
     from products product, (select * from photos limit 1) photo
     where product.id <> photo.product_id`,
  );
  await db.run("update users set name = $1, course = $1, bio = $1", [all]);
  await db.run("update identities set name = $1", [all]);
  await db.run(
    `insert into saved_products (user_id, product_id)
     select users.id, products.id from users, products limit 100`,
  );
  return made;
}

/** Opens a screen, to its end if it grows, and looks for anything that is more than text. */
async function look(on: Page, screen: string, toItsEnd: boolean): Promise<void> {
  // What is fetched after the document is waited for where something is.
  const isWhole = /^\/(item|no-such-page)\//.test(screen);
  await on.goto(origin + screen, { waitUntil: isWhole ? "load" : "networkidle" });
  for (let turn = 0; toItsEnd && turn < 22; turn++) {
    await on.mouse.wheel(0, 20_000);
    await on.waitForLoadState("networkidle");
  }
  looked++;
  const found = await on.evaluate(() => ({
    hits: (window as unknown as { hits: number }).hits,
    text: document.body.innerText.length,
    seen: (
      `${document.body.innerText} ${[...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value).join(" ")}`.match(
        /hit\(\)|evil\.example/g,
      ) ?? []
    ).length,
    elements: [
      ...document.querySelectorAll(
        "[onerror],[onload],[onfocus],[ontoggle],[onmouseover],[onstart],[onanimationend],[srcdoc],iframe,object,embed,base,marquee,video,math,template,meta[http-equiv],a[href^='javascript' i],form[action],script:not([src]):not([type$='json']),script[src*='evil'],link[href*='evil'],img[src='x']",
      ),
    ].map((element) => element.outerHTML.slice(0, 120)),
  }));
  texts += found.seen;
  if (found.hits > 0) broken.push(`${screen}: something ran`);
  for (const element of found.elements) broken.push(`${screen}: ${element}`);
}
