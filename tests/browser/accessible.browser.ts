// Accessibility of every screen: axe finds nothing, in both themes, on desktop and phone, left-to-right and
// right-to-left. Nothing is wider than the window.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problems } from './appearances.ts';
import { skip, startBrowserTest } from './browser.ts';

test('every screen is accessible', { skip, timeout: 400_000 }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const topic = `#narrow/channel/${stream_id}/topic/event.20queues`;
  const page = await open('Mel Member', '#inbox');

  const screens = {
    inbox: '#inbox',
    recent: '#recent',
    'combined feed': '#feed',
    topic,
    channel: `#narrow/channel/${stream_id}`,
    'direct messages': '#narrow/is/dm',
    mentions: '#narrow/is/mentioned',
    starred: '#narrow/is/starred',
    search: '#narrow/search/queue',
    channels: '#channels/all',
    drafts: '#drafts',
    display: '#settings/display',
    notifications: '#settings/notifications',
  };
  for (const [name, address] of Object.entries(screens)) {
    await context.test(name, async () => {
      await page.goto(`${server.url}/${address}`);
      await page.locator('main h1').waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      assert.deepEqual(await problems(page, name), []);
    });
  }

  /** An overlay above a screen, how to open it, and an element that shows that it is open. */
  const above: Readonly<
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
  for (const [name, [address, show, shown]] of Object.entries(above)) {
    await context.test(name, async () => {
      await page.goto(`${server.url}/#recent`);
      await page.goto(`${server.url}/${address}`);
      await page.locator('main h1').waitFor();
      if (address === topic) await page.locator('article').last().focus();
      await show();
      await page.locator(shown).first().waitFor();
      assert.deepEqual(await problems(page, name), []);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });
  }

  await context.test('the login page is accessible', async () => {
    await page.context().clearCookies();
    await page.goto(`${server.url}/login/`);
    await page.locator('h1').waitFor();
    assert.deepEqual(await problems(page, 'logging in'), []);
  });
});
