import { expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { createOnce } from "./use-once.ts";

function sender() {
  const keys: string[] = [];
  const once = createOnce();
  const send = (content: unknown, failure?: { status: number }) =>
    once(content, async (headers) => {
      keys.push(headers["idempotency-key"] ?? "");
      if (failure) throw new ApiError("refused", { ...failure, code: "internal" });
      return "answer";
    }).catch(() => "failed");
  return { keys, send };
}

it("R976 repeats the same content under its key until an answer arrives", async () => {
  const { keys, send } = sender();
  expect(await send("a note", { status: 0 })).toBe("failed");
  expect(await send("a note", { status: 502 })).toBe("failed");
  expect(await send("a note")).toBe("answer");
  expect(new Set(keys).size).toBe(1);
  await send("a note");
  expect(new Set(keys).size).toBe(2);
});

it("R976 has another key for other content, and after a refusal", async () => {
  const { keys, send } = sender();
  await send("a note", { status: 0 });
  await send("another note", { status: 409 });
  await send("another note");
  expect(new Set(keys).size).toBe(3);
});
