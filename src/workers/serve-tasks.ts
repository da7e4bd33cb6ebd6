// The other side: runs in the process that does the work.

import type { Answer, Outcome, Task, Tasks } from './task.ts';

/** How often a process that works looks at what it takes. */
const LOOK_MILLISECONDS = 50;

function holdsMore(megabytes: number): boolean {
  return process.memoryUsage.rss() > megabytes * 1024 * 1024;
}

async function outcomeOf(tasks: Tasks, { name, input }: Task): Promise<Outcome> {
  try {
    return { output: await tasks[name]?.(input) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Does what the server asks for, until the server ends it or ends itself. */
export function serveTasks(tasks: Tasks): void {
  const megabytes = Number(process.argv[2]);
  // What libraries hold outside the heap nothing else bounds.
  setInterval(() => {
    if (holdsMore(megabytes)) process.exit(1);
  }, LOOK_MILLISECONDS).unref();
  process.on('message', async (task: Task) => {
    const outcome = await outcomeOf(tasks, task);
    const answer: Answer = { outcome, isSpent: holdsMore(megabytes / 2) };
    process.send?.(answer);
  });
  process.once('disconnect', () => process.exit());
}
