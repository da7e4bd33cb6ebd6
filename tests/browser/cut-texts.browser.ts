// In a window of 1440 pixels only previews of messages are cut: no name, title or button. On a phone no row cuts its lines.

import { fillLists } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { cutAcross, cutBelow } from './partly-hidden.ts';
import { allScreens, openScreen } from './screens.ts';

test('only previews are cut in a wide window', async ({ server, open }) => {
  await fillLists(server);
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
