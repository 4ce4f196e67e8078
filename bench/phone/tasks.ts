import type { CDPSession } from "@playwright/test";

/** Milliseconds of one task: wall clock, and processor time, which excludes other programs. */
export type Task = { ms: number; processorMs: number };

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds, of the clock and of the thread. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/** Collects the tasks of the page's main thread during an action. */
export async function recordTasks(
  devtools: CDPSession,
  work: () => Promise<void>,
): Promise<Task[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value as TraceEvent[]) events.push(event);
  };
  devtools.on("Tracing.dataCollected", collect);
  await devtools.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel"] } });
  await work();
  const isComplete = new Promise((done) => devtools.once("Tracing.tracingComplete", done));
  await devtools.send("Tracing.end");
  await isComplete;
  devtools.off("Tracing.dataCollected", collect);
  const pages = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  return events
    .filter((one) => one.name === "ThreadControllerImpl::RunTask" && pages.has(threadOf(one)))
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, processorMs: tdur / 1000 }));
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
