// The time during a run of a job, which may take long: from the moment that the run was told, as it goes on.

/** Tells the time in whole seconds, from a moment that is now. */
export function runningClock(moment: number): () => number {
  const began = performance.now();
  return () => Math.floor(moment + (performance.now() - began) / 1000);
}
