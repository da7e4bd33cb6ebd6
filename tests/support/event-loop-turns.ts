// Turns of the event loop, for tests that assert what has not happened yet.

/** More than anything needs that waits for nothing outside the process. */
const TURNS = 50;

/** Lets everything finish that waits only for its turn. What is still missing afterwards waits for something else. */
export async function passTurns(): Promise<void> {
  for (let count = 0; count < TURNS; count++) await new Promise((resolve) => setImmediate(resolve));
}
