// Accessibility of rarely used screens and menus, and of pages without an account, including in small windows.
// `accessible-dialogs.browser.ts` looks at all dialogs.

import { problems } from './appearances.ts';
import { fillLists } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { allScreens, openScreen } from './screens.ts';

test('rarely used screens are accessible', { tag: '@nightly' }, async ({ server, open }) => {
  const { channelId } = await fillLists(server);
  const channel = `#narrow/channel/${channelId}`;
  const topic = `${channel}/topic/dialogs`;
  const page = await open('olive', '#inbox');
  const button = (name: string) => async () => {
    await page.getByRole('main').getByRole('button', { name, exact: true }).first().press('Enter');
  };
  const inMenu = (item: string) => async () => {
    const entry = page.getByRole('menuitem', { name: item });
    // Incoming messages may re-render the focused element.
    await expect(async () => {
      if (await entry.isVisible()) return;
      await page.locator('article').last().focus();
      await page.keyboard.press('i');
      await expect(entry).toBeVisible({ timeout: 500 });
    }).toPass();
    await entry.press('Enter');
  };
  const keys = (key: string) => () => page.keyboard.press(key);
  const nothing = async () => undefined;
  const menu = '[role=menu]:popover-open';

  for (const [name, screen] of await allScreens(server)) {
    if (screen.isCommon) continue;
    await test.step(name, async () => {
      await openScreen(page, server, screen);
      await expect.poll(() => problems(page, name)).toEqual([]);
    });
  }

  /** The address, how to open it, and an element that shows that it is open. */
  const screens: Readonly<
    Record<string, readonly [address: string, open: () => Promise<void>, shown: string]>
  > = {
    exports: ['#organization/data-exports-admin', nothing, '.exports li'],
    'a conversation beside the view': [
      `?beside=channel/${channelId}-engineering/topic/dialogs#inbox`,
      nothing,
      '.beside article',
    ],
    'a conversation in a window of its own': [`?window=conversation${topic}`, nothing, 'article'],
    'the menu of a topic': [topic, button('Topic actions'), menu],
    'the menu of a channel': [channel, button('Channel actions'), menu],
    formatting: [topic, button('Formatting'), '[role=toolbar]'],
    'editing a message': [topic, keys('e'), '[aria-label="Message text"]'],
    'what is said': [topic, inMenu('Copy link'), '.status-message'],
  };
  for (const [name, [address, show, selector]] of Object.entries(screens)) {
    await test.step(name, async () => {
      await page.goto(`${server.url}/#recent`);
      await page.goto(`${server.url}/${address}`);
      await expect(page.locator('main h1')).toBeVisible();
      if (address === topic) await page.locator('article').last().focus();
      await show();
      await expect(page.locator(selector).first()).toBeVisible();
      await expect.poll(() => problems(page, name)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });
  }

  await test.step('pages without an account are accessible', async () => {
    const anonymousPage = await open(undefined, '?visit=yes');
    for (const address of ['#narrow/channels/web-public', '#feed', '#recent', '#narrow/is/starred']) {
      await anonymousPage.goto(`${server.url}/?visit=yes${address}`);
      await expect(anonymousPage.locator('main h1')).toBeVisible();
      await expect(anonymousPage.locator('article, .conversation, .empty-state').first()).toBeVisible();
      await expect.poll(() => problems(anonymousPage, `anonymously at ${address}`)).toEqual([]);
    }
  });
});
