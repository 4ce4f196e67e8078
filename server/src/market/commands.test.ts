import { expect, it } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { runCli } from "../../test/run-cli.ts";
import { newId } from "../db/ids.ts";

it.each([[], ["help"], ["--help"], ["-h"]])(
  "R979 prints all commands without an error: market %s",
  async (...args) => {
    const ran = await runCli({ PORT: "wrong" }, ...args);
    expect(ran).toMatchObject({
      code: 0,
      errors: "",
      text: expect.stringContaining(" <command>\n"),
    });
    expect(ran.text).toMatch(/^ {2}doctor /m);
  },
);

it.each(["--help", "-h"])("R979 prints the lines of one command alone: backup %s", async (flag) => {
  const ran = await runCli({ PORT: "wrong" }, "backup", flag);
  expect(ran).toMatchObject({ code: 0, errors: "" });
  expect(ran.text).toMatch(/ backup \[--to <folder or s3:\/\/…>\]\n.+ while the market runs$/);
});

it.each([
  ["bakcup", 'There is no command "bakcup". Did you mean backup? All commands: '],
  ["whosaw", 'There is no command "whosaw". Did you mean who-saw? All commands: '],
  ["frobnicate", 'There is no command "frobnicate". All commands: '],
])("R979 names the nearest command: %s", async (typed, sentence) => {
  const ran = await runCli({}, typed);
  expect(ran.code).toBe(1);
  expect(ran.errors).toBe(ran.text);
  expect(ran.errors).toBe(`${sentence}npm run market -- --help`);
});

it("R979 decides no case that does not exist", async () => {
  const { settings, drop } = await createTestDatabase();
  try {
    for (const id of ["17", newId()]) {
      const verdict = ["--case", id, "--action", "dismiss", "--note", "Nothing to see"];
      const ran = await runCli(settings, "decide", ...verdict);
      const errors = `There is no case ${id}. The open ones: npm run market -- cases`;
      expect(ran).toMatchObject({ code: 1, text: errors, errors });
    }
  } finally {
    await drop();
  }
});
