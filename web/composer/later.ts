// What is done a little later, unless it is called off.

/** Runs something after so many milliseconds. Answers with how not to. */
export function later(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
