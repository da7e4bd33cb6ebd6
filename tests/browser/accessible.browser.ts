// Accessibility of every screen: axe finds nothing, in both themes, on desktop and phone, left-to-right and
// right-to-left. Nothing is wider than the window.

import { problems } from './appearances.ts';
import { expect, test } from './fixtures.ts';
import { addressIn, allScreens, openScreen } from './screens.ts';

test('every screen in daily use is accessible', async ({ server, open }) => {
  const page = await open('mel', '#inbox');
  const screens = await allScreens(server);
  const topic = addressIn(screens, 'topic');
  for (const [name, screen] of screens) {
    if (!screen.isCommon) continue;
    await test.step(name, async () => {
      await openScreen(page, server, screen);
      await expect.poll(() => problems(page, name)).toEqual([]);
    });
  }

  /** An overlay above a screen, how to open it, and an element that shows that it is open. */
  const overlays: Readonly<
    Record<string, readonly [address: string, open: () => Promise<void>, shown: string]>
  > = {
    'the menu of the page': ['#inbox', () => page.keyboard.press('g'), '[role=menu]:popover-open'],
    'the keys': ['#inbox', () => page.keyboard.press('?'), 'dialog[open]'],
    'the status': ['#inbox', () => page.keyboard.press('Shift+Y'), 'dialog[open]'],
    'a new message': ['#inbox', () => page.keyboard.press('c'), '.composer'],
    'a direct message': ['#inbox', () => page.keyboard.press('x'), '.composer'],
    'the menu of a message': [topic, () => page.keyboard.press('i'), '[role=menu]:popover-open'],
    'a card': [topic, () => page.keyboard.press('u'), '.card'],
    'a reaction': [topic, () => page.keyboard.press(':'), '.emoji-picker'],
    suggestions: [topic, () => page.locator('.writing-field').pressSequentially('@m'), '[role=option]'],
    searching: ['#inbox', () => page.locator('#search').pressSequentially('is:'), '[role=option]'],
  };
  for (const [name, [address, show, shown]] of Object.entries(overlays)) {
    await test.step(name, async () => {
      await page.goto(`${server.url}/#recent`);
      await page.goto(`${server.url}/${address}`);
      await expect(page.locator('main h1')).toBeVisible();
      if (address === topic) await page.locator('article').last().focus();
      await show();
      await expect(page.locator(shown).first()).toBeVisible();
      await expect.poll(() => problems(page, name)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });
  }

  await test.step('the login page is accessible', async () => {
    await page.context().clearCookies();
    await page.goto(`${server.url}/login/`);
    await expect(page.locator('h1')).toBeVisible();
    await expect.poll(() => problems(page, 'logging in')).toEqual([]);
  });
});
