/** Milliseconds between two that go on while calls are in work: some sixty megabytes of photos a second. */
const pause = 1;

/**
 * Lets those who write much go on one at a time, in the order in which they came: each in a turn of the event
 * loop of its own, and while calls are in work only one a millisecond. Hundreds who fetch photos and read
 * nothing would otherwise keep the processor from whoever browses, and from the database beside us.
 * @param isWorking whether calls are in work
 * @returns resolves when it is the asker's turn to write a piece
 */
export function createPace(isWorking: () => boolean): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const schedule = () => {
    if (isWorking()) setTimeout(goOn, pause);
    else setImmediate(goOn);
  };
  const goOn = () => {
    waiting.shift()?.();
    if (waiting.length > 0) schedule();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) schedule();
    });
}
