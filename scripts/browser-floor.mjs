// Finds features in the built pages that the oldest supported browsers lack.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import data from "@mdn/browser-compat-data" with { type: "json" };
import postcss from "postcss";
import { parseSync, Visitor } from "vite";

const { browserslist } = JSON.parse(
  readFileSync(new URL("../web/package.json", import.meta.url), "utf8"),
);
const desktop = Object.fromEntries(browserslist.map((browser) => browser.split(" ")));
const { chrome, safari, firefox } = desktop;
const floor = {
  ...desktop,
  chrome_android: chrome,
  webview_android: chrome,
  safari_ios: safari,
  firefox_android: firefox,
};

/** Features newer than the oldest browsers, or not in all of them: the code tests for them before use. */
const detected = [
  // React tests for them; the last three are names of its own and ours.
  "navigation",
  ".startViewTransition()",
  ".skipTransition()",
  ".use()",
  ".subscribe()",
  ".retry()",
  // Methods of TanStack Query by the same names.
  ".isActive()",
  ".destroy()",
  // web/src/products/item/share-button.tsx and web/src/browser/trusted-types.ts test for it.
  ".share()",
  // web/src/selling/message/paste-message.tsx tests for it, and shows a field where it is absent.
  ".readText()",
  ".createPolicy()",
  ".createScriptURL()",
  // web/src/notices/push.ts tests for them: a WebView has none. The code that shows them runs only where they exist.
  "Notification",
  "Notification.permission",
  "Notification.requestPermission",
  ".getSubscription()",
  ".unsubscribe()",
  ".showNotification()",
];

/** Newer than the oldest browsers, which show a plainer page without them. */
const ornaments = [
  "@property",
  "@starting-style",
  "contain-intrinsic-height",
  "content-visibility",
  "font-family: ui-monospace",
  "scrollbar-gutter",
  "scrollbar-width",
  "text-decoration: dotted",
  "text-size-adjust",
  "text-wrap",
];

const { css } = data;

/** Members and globals by name, each with whether some definition is supported from the floor on. */
const globals = new Map();
const statics = new Map();
const members = new Map();
for (const [name, entry] of Object.entries({ ...data.api, ...data.javascript.builtins })) {
  note(globals, name, entry);
  note(members, name, entry);
  for (const [key, member] of Object.entries(entry)) {
    if (!member.__compat || key.endsWith("_event")) continue;
    const own = key.replace(/_static$/, "");
    note(statics, `${name}.${own}`, member);
    if (own === key) note(members, own, member);
    if (name === "Window") note(globals, own, member);
    if (name === "Intl") for (const part of Object.keys(member)) note(members, part, member[part]);
  }
}

function note(names, name, { __compat }) {
  if (__compat && isAround(__compat)) names.set(name, names.get(name) || isServed(__compat, floor));
}

/** Features of only one of the three engines are tested for by their full name, or are names of ours. */
function isAround({ support }) {
  const makers = Object.keys(desktop).filter(
    (browser) => [support[browser]].flat()[0]?.version_added,
  );
  return makers.length > 1;
}

function isServed({ support }, browsers) {
  return Object.entries(browsers).every(([browser, version]) =>
    [support[browser] ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed: removed, ...statement }) =>
          typeof added === "string" &&
          added !== "preview" &&
          Number.parseFloat(added.replace("≤", "")) <= version &&
          !(removed && Number.parseFloat(removed) <= version) &&
          !statement.flags &&
          !statement.prefix &&
          !statement.alternative_name,
      ),
  );
}

/**
 * The built-ins of a script that the oldest browsers lack.
 * @param {string} code
 * @returns {string[]} such as `URL.parse` and `.toSorted`
 */
export function youngBuiltIns(code) {
  const found = new Set();
  const add = (name, isThere) => {
    if (isThere === false && !detected.includes(name)) found.add(name);
  };
  const { program, errors } = parseSync("built.js", code);
  if (errors.length > 0) throw new Error(errors[0].message);
  new Visitor({
    NewExpression: ({ callee }) => add(callee.name, globals.get(callee.name)),
    MemberExpression({ object, property, computed }) {
      const name = computed ? property.value : property.name;
      add(object.name, globals.get(object.name));
      const of = object.type === "Identifier" ? `${object.name}.${name}` : undefined;
      add(of, statics.get(of));
    },
    CallExpression({ callee }) {
      if (callee.type === "Identifier") add(callee.name, globals.get(callee.name));
      if (callee.type !== "MemberExpression") return;
      const { object, property, computed } = callee;
      const name = computed ? property.value : property.name;
      if (!statics.has(`${object.name}.${name}`)) add(`.${name}()`, members.get(name));
    },
  }).visit(program);
  return [...found];
}

/**
 * Features of a style sheet that the oldest browsers lack, outside of `@supports`.
 * @param {string} style
 * @returns {string[]} such as `:has` and `text-wrap: balance`
 */
export function youngStyles(style) {
  const found = new Set();
  const add = (name, entry) => {
    const isOrnament = ornaments.includes(name) || ornaments.includes(name.split(":")[0]);
    if (entry?.__compat && !isServed(entry.__compat, desktop) && !isOrnament) found.add(name);
  };
  postcss.parse(style).walk((node) => {
    if (node.type === "comment" || isFeatureTested(node)) return;
    if (node.type === "rule") {
      if (node.parent.name === "keyframes") return;
      const selector = node.selector.replace(/\\./g, "");
      for (const [text, name] of selector.matchAll(/::?([a-z][a-z-]*)/g))
        add(text, css.selectors[name]);
      if (selector.includes("&") || node.parent.type === "rule") add("&", css.selectors.nesting);
    } else if (node.type === "atrule") {
      add(`@${node.name}`, css["at-rules"][node.name]);
      if (node.name === "media")
        for (const [, name] of node.params.matchAll(/\(\s*([a-z-]+)/g))
          add(`@media (${name})`, css["at-rules"].media[name]);
    } else {
      const { prop, value } = node;
      const isPrefixed = node.parent.nodes.some((other) => other.prop === `-webkit-${prop}`);
      if (isPrefixed || /^-(webkit|moz)-/.test(prop)) return;
      add(prop, css.properties[prop]);
      for (const [, word] of value.matchAll(/([a-z][a-z-]*)(?![\w-]*\()/g))
        add(`${prop}: ${word}`, css.properties[prop]?.[word]);
      for (const [, name] of value.matchAll(/([a-z-]+)\(/g)) add(`${name}()`, functions.get(name));
      if (/\d[sdl]v[hw]\b/.test(value))
        add("dvh", css.types.length.viewport_percentage_units_dynamic);
    }
  });
  return [...found];
}

const functions = new Map();
for (const [name, type] of Object.entries(css.types)) {
  functions.set(name, type);
  for (const [key, part] of Object.entries(type)) if (!functions.has(key)) functions.set(key, part);
}

function isFeatureTested(node) {
  for (let { parent } = node; parent; parent = parent.parent)
    if (parent.type === "atrule" && parent.name === "supports") return true;
  return false;
}

/**
 * Features in the built pages that the oldest browsers lack.
 * @returns {string[]} such as `assets/react-4f3e.js: URL.parse`
 */
export function youngParts() {
  const read = (file) => readFileSync(new URL(`../web/build/${file}`, import.meta.url), "utf8");
  const [files] = JSON.parse(read("builds.json"));
  const scripts = files.filter((file) => file.endsWith(".js"));
  const { style } = JSON.parse(read("pages.json"));
  return [
    ...scripts.flatMap((file) =>
      youngBuiltIns(read(`client/${file}`)).map((name) => `${file}: ${name}`),
    ),
    ...youngStyles(style).map((name) => `style sheet: ${name}`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = youngParts();
  for (const part of found) console.log(part);
  if (found.length > 0) {
    console.log(`Too young for ${browserslist.join(", ")} (docs/develop/browsers.md).`);
    process.exitCode = 1;
  }
}
