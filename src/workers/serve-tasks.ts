// The part of a worker process that runs the tasks it receives from the server.

import { detailOf } from '../errors/error-detail.ts';
import type { Answer, Outcome, Task, Tasks } from './task.ts';

/** How often a busy process checks its memory. */
const CHECK_MILLISECONDS = 50;

function usesMoreThan(megabytes: number): boolean {
  return process.memoryUsage.rss() > megabytes * 1024 * 1024;
}

async function outcomeOf(tasks: Tasks, { name, input }: Task): Promise<Outcome> {
  try {
    return { output: await tasks[name]?.(input) };
  } catch (error) {
    return { failure: detailOf(error) };
  }
}

/** Runs the tasks that the server sends, until the server exits or ends the process. */
export function serveTasks(tasks: Tasks): void {
  const megabytes = Number(process.argv[2]);
  // Nothing else limits the memory that libraries use outside of the heap.
  setInterval(() => {
    if (usesMoreThan(megabytes)) process.exit(1);
  }, CHECK_MILLISECONDS).unref();
  process.on('message', async (task: Task) => {
    const outcome = await outcomeOf(tasks, task);
    const answer: Answer = { outcome, isSpent: usesMoreThan(megabytes / 2) };
    process.send?.(answer);
  });
  process.once('disconnect', () => process.exit());
}
