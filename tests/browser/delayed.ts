// Delays requests and work after rendering, so that a test determines their order.

import type { Page } from '@playwright/test';

/** Delays requests for an address until released. */
export async function delayRequests(page: Page, address: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** From then on, effects of components wait for `resumeEffects`. Preact runs them after a frame, or 35 ms. */
export async function pauseEffects(page: Page): Promise<void> {
  await page.evaluate(`
    const [frame, timer] = [requestAnimationFrame, setTimeout];
    const effects = [];
    requestAnimationFrame = (effect) => effects.push(effect);
    setTimeout = (call, wait, ...more) => wait === 35 ? effects.push(call) : timer(call, wait, ...more);
    globalThis.resumeEffects = () => {
      [requestAnimationFrame, setTimeout] = [frame, timer];
      for (const effect of effects) effect();
    };`);
}

export async function resumeEffects(page: Page): Promise<void> {
  await page.evaluate('resumeEffects()');
}
