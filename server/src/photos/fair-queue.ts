/** Owners take turns, with one task of each in work until its `done` is called. */
export function createFairQueue<Task>() {
  const tasksOf = new Map<string, Task[]>();
  const inWork = new Set<string>();
  return {
    add(owner: string, task: Task) {
      tasksOf.set(owner, [...(tasksOf.get(owner) ?? []), task]);
    },
    take(): { task: Task; done: () => void } | undefined {
      for (const [owner, [task, ...rest]] of tasksOf) {
        if (task === undefined || inWork.has(owner)) continue;
        tasksOf.delete(owner);
        if (rest.length > 0) tasksOf.set(owner, rest);
        inWork.add(owner);
        return { task, done: () => void inWork.delete(owner) };
      }
      return undefined;
    },
    waiting: () => [...tasksOf.values()].reduce((sum, tasks) => sum + tasks.length, 0),
    clear() {
      const all = [...tasksOf.values()].flat();
      tasksOf.clear();
      return all;
    },
  };
}
