import { createHook } from "node:async_hooks";

let kept: object | undefined;

/**
 * Keeps one of the objects that `process.nextTick` makes, of which an answer needs several. V8 knows their shape only as
 * long as one of them lives: a full collection between two ticks makes it forget, and all later ones are then made the
 * slow way, which costs a ready answer a tenth of its time (decision 030).
 * @returns what is kept; nothing where this runtime makes no such objects
 */
export function keepTickShape(): object | undefined {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === "TickObject") kept ??= resource;
    },
  }).enable();
  process.nextTick(() => {});
  hook.disable();
  return kept;
}
