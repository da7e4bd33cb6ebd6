// Turns of the event loop, for tests that say what has not happened yet.

/** More than anything takes that needs nothing from outside the process. */
const TURNS = 50;

/** Lets everything come that waits for nothing but its turn: what is still missing afterwards waits for something else. */
export async function turns(): Promise<void> {
  for (let count = 0; count < TURNS; count++) await new Promise((resolve) => setImmediate(resolve));
}
