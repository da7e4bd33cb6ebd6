// Runs something in one of the open tabs.

const LOCK_MILLISECONDS = 2000;

/** Runs in the first tab that gets the lock. Runs in every tab if the browser has no locks. */
export async function inOneTab(name: string, run: () => void): Promise<void> {
  if (!('locks' in navigator)) {
    run();
    return;
  }
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    run();
    await new Promise((resolve) => setTimeout(resolve, LOCK_MILLISECONDS));
  });
}
