// The documents: their links lead somewhere, and each decision is in the index.
import { existsSync, globSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./process.ts";

const pages = globSync(["*.md", "docs/**/*.md", ".github/**/*.md"], { cwd: root });

it("leads from each page to files that are there", () => {
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8").replaceAll(/```[^]*?```/g, "");
    return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)(?:#[^)\s]*)?\)/g)]
      .filter(([, path = ""]) => !existsSync(join(root, dirname(page), path)))
      .map(([, path]) => `${page}: ${path}`);
  });
  expect(pages.length).toBeGreaterThan(80);
  expect(broken).toEqual([]);
});

it("lists each decision in the index", () => {
  const folder = join(root, "docs/decisions");
  const index = readFileSync(join(folder, "README.md"), "utf8");
  const notes = ["", "past/"].flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((name) => /^\d{3}-/.test(name))
      .map((name) => part + name),
  );
  expect(notes.filter((note) => !index.includes(`](${note})`))).toEqual([]);
});
