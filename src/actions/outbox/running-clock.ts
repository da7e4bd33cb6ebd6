// A clock for one run of a job, which may take a long time. It starts at the time that the run was given.

/** Returns the time in whole seconds. `moment` is the current time. */
export function runningClock(moment: number): () => number {
  const startedAt = performance.now();
  return () => Math.floor(moment + (performance.now() - startedAt) / 1000);
}
