/** Milliseconds between two that go on while calls are in work: some sixty megabytes of photos a second. */
const pause = 1;
/** How many go on in one turn at most, when turns take so long that the pace would not be kept. */
const mostAtOnce = 4;

/** A connection, or the answer on it. */
type Other = {
  readonly destroyed: boolean;
  once(event: "close", gone: () => void): unknown;
  off(event: "close", gone: () => void): unknown;
};

/**
 * Waits until it is the turn of this one's next piece.
 * @returns false, and at once, when the other end is gone
 */
export type Turn = (other: Other) => Promise<boolean>;

/**
 * Lets those who move much go on one after the other, in the order in which they came: one in a turn of the
 * event loop, and while calls are in work only one a millisecond; several when the turn itself took so many
 * milliseconds. Hundreds who fetch photos and read nothing, or ten who upload, would otherwise keep the processor
 * from whoever browses, and from the database beside us. As many wait as have a connection: who leaves waits no
 * longer.
 * @param isWorking whether calls are in work
 */
export function createPace(isWorking: () => boolean): Turn {
  const waiting = new Set<() => void>();
  let isScheduled = false;
  let before = 0;
  const schedule = () => {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    before = performance.now();
    if (isWorking()) setTimeout(goOn, pause);
    else setImmediate(goOn);
  };
  const goOn = () => {
    isScheduled = false;
    let most = Math.min(mostAtOnce, Math.max(1, Math.floor((performance.now() - before) / pause)));
    for (const begin of waiting) {
      if (most-- === 0) break;
      begin();
    }
    schedule();
  };
  return (other) =>
    new Promise((resolve) => {
      if (other.destroyed) return resolve(false);
      const leave = (mayWrite: boolean) => {
        waiting.delete(begin);
        other.off("close", gone);
        resolve(mayWrite);
      };
      const begin = () => leave(true);
      const gone = () => leave(false);
      other.once("close", gone);
      waiting.add(begin);
      schedule();
    });
}
