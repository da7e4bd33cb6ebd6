// In a window of 1440 pixels only previews of messages are cut: no name, title or button. On a phone no row cuts its lines.

import { expect, test } from './fixtures.ts';
import { allScreens, openScreen } from './screens.ts';

/** The visible texts of which a part is not visible, except previews. Formulas have a hidden copy for screen readers. */
const cut = (isPartlyHidden: string) => `[...document.querySelectorAll('body *')]
  .filter((element) => {
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
    const hides = (overflow) => ['hidden', 'clip'].includes(overflow);
    return element.checkVisibility() &&
      element.clientWidth > 1 &&
      element.textContent.trim() !== '' &&
      !element.closest('.words, .result-context, .katex-mathml, .only-spoken') &&
      ${isPartlyHidden};
  })
  .map((element) => element.textContent.slice(0, 60))`;
const cutAcross = cut('hides(overflowX) && element.scrollWidth > element.clientWidth');
const cutBelow = cut(`hides(overflowY) && webkitLineClamp === 'none' && element.clientHeight > 0 &&
  element.scrollHeight > element.clientHeight + 1`);

test('only previews are cut in a wide window', async ({ server, open }) => {
  const page = await open('olive', '#inbox', { viewport: { width: 1440, height: 900 } });
  for (const [name, screen] of await allScreens(server)) {
    await test.step(name, async () => {
      await openScreen(page, server, screen);
      await expect.poll(() => page.evaluate(cutAcross)).toEqual([]);
      await expect.poll(() => page.evaluate(cutBelow)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => page.evaluate(cutBelow)).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
  }
  // The names of two people in the sidebar.
  const other = await open('mel', '#inbox', { viewport: { width: 1440, height: 900 } });
  const sidebar = other.getByRole('navigation', { name: 'Sidebar' });
  await expect(sidebar.getByRole('link', { name: 'Mia Member, Max Member', exact: true })).toBeVisible();
  await expect(sidebar.getByText('Mia, Max', { exact: true })).toBeVisible();
  await expect.poll(() => other.evaluate(cutAcross)).toEqual([]);
});
