// Runs something in one of the open tabs.

const LOCK_MILLISECONDS = 2000;
/** How long tabs without the focus wait, so that the one with it decides. */
const HEAD_START_MILLISECONDS = 200;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Runs in the first tab that gets the lock, which is the one with the focus if there is one. Runs in every tab if the
 * browser has no locks.
 * @param run undefined if it is not needed, so that it runs in no tab
 */
export async function inOneTab(
  name: string,
  hasFocus: boolean,
  run: (() => void) | undefined,
): Promise<void> {
  if (!('locks' in navigator)) {
    run?.();
    return;
  }
  if (!hasFocus) await wait(HEAD_START_MILLISECONDS);
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    run?.();
    await wait(LOCK_MILLISECONDS);
  });
}
