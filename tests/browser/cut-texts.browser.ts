// In a window of 1440 pixels only previews of messages are cut: no name, title or button.

import { expect, test } from './fixtures.ts';
import { allScreens, openScreen } from './screens.ts';

/** The visible texts of which a part is not visible, except previews. Formulas have a hidden copy for screen readers. */
const cut = `[...document.querySelectorAll('body *')]
  .filter((element) =>
    element.checkVisibility() &&
    element.clientWidth > 1 &&
    element.scrollWidth > element.clientWidth &&
    ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
    element.textContent.trim() !== '' &&
    !element.closest('.words, .result-context, .katex-mathml, .only-spoken'))
  .map((element) => element.textContent.slice(0, 60))`;

test('only previews are cut in a wide window', async ({ server, open }) => {
  const page = await open('adam', '#inbox', { viewport: { width: 1440, height: 900 } });
  for (const [name, screen] of await allScreens(server)) {
    await test.step(name, async () => {
      await openScreen(page, server, screen);
      await expect.poll(() => page.evaluate(cut)).toEqual([]);
    });
  }
  // The names of two people in the sidebar.
  const other = await open('mel', '#inbox', { viewport: { width: 1440, height: 900 } });
  const sidebar = other.getByRole('navigation', { name: 'Sidebar' });
  await expect(sidebar.getByRole('link', { name: 'Mia Member, Max Member', exact: true })).toBeVisible();
  await expect(sidebar.getByText('Mia, Max', { exact: true })).toBeVisible();
  await expect.poll(() => other.evaluate(cut)).toEqual([]);
});
