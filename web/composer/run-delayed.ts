// Delayed calls that can be canceled.

/** Calls `run` after a number of milliseconds. Returns a function that cancels it. */
export function runDelayed(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
