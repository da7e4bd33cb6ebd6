// Turns of the event loop, for tests that assert what has not happened yet.

/** More turns than any work needs that waits for nothing outside the process. */
const TURNS = 50;

/** Lets all work finish that only waits for its turn. Unfinished work then waits for something outside the process. */
export async function passTurns(): Promise<void> {
  for (let count = 0; count < TURNS; count++) await new Promise((resolve) => setImmediate(resolve));
}
