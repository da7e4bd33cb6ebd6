// The frame of the client: the sidebar leads to views, on phone and desktop, and is accessible.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest, violations } from './browser.ts';

test('the frame of the client', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();

  await context.test('the sidebar leads to views, people and channels', async () => {
    const page = await open('Mel Member');
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    for (const name of ['Inbox', 'Recent conversations', 'Combined feed', 'Mentions', 'Starred messages']) {
      await sidebar.getByRole('link', { name }).waitFor();
    }
    await sidebar.getByRole('link', { name: 'Mia Member' }).first().waitFor();
    await sidebar.getByRole('link', { name: 'engineering' }).click();
    await page.waitForURL(/#narrow\/channel\/\d+-engineering$/);
    await page.getByRole('main').getByRole('heading', { name: 'engineering' }).waitFor();
    await sidebar.getByRole('link', { name: 'changes' }).waitFor();
  });

  await context.test('screen readers announce what each number counts', async () => {
    const mel = await server.as('mel');
    await mel.call('update-settings', { starred_message_counts: true });
    const page = await open('Mel Member', '#drafts');
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    for (const name of [
      /^Starred messages ?, [\d,]+ messages?$/,
      /^Mentions ?, [\d,]+ unread mentions?$/,
      /^Inbox ?, [\d,]+ unread messages?$/,
    ])
      await sidebar.getByRole('link', { name }).waitFor();
  });

  await context.test('an unsupported language falls back to English, left-to-right', async () => {
    const mia = await server.as('mia');
    await mia.call('update-settings', { default_language: 'ar' });
    const page = await open('Mia Member', '#inbox');
    await page.locator('html[lang=en][dir=ltr]').waitFor();
    await page
      .getByRole('main')
      .getByRole('heading', { name: /^Inbox/ })
      .waitFor();
  });

  await context.test('the page declares its language, direction and theme', async () => {
    const page = await open('Mel Member', '', { colorScheme: 'dark' });
    const html = page.locator('html');
    assert.deepEqual(
      [
        await html.getAttribute('lang'),
        await html.getAttribute('dir'),
        await html.getAttribute('data-theme'),
      ],
      ['en', 'ltr', 'dark'],
    );
  });

  for (const [width, height] of [
    [1440, 900],
    [900, 800],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await context.test(`accessible at ${width}, ${colorScheme}`, async () => {
        const page = await open('Mel Member', '', { viewport: { width, height }, colorScheme });
        assert.deepEqual(await violations(page), []);
      });
    }
  }

  for (const width of [390, 320]) {
    await context.test(`no view is wider than a phone of ${width}`, async () => {
      const mobile = { viewport: { width, height: 780 }, isMobile: true, hasTouch: true };
      const page = await open('Mel Member', '', mobile);
      const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'engineering' });
      for (const view of [
        'inbox',
        'recent',
        'feed',
        `narrow/channel/${stream_id}`,
        `narrow/channel/${stream_id}/topic/event.20queues`,
        'channels/all',
        'drafts',
        'settings/display',
      ]) {
        await page.goto(`${server.url}/#${view}`);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        const widest = async () => Number(await page.evaluate('document.documentElement.scrollWidth'));
        await waitUntil(async () => (await widest()) <= width);
      }
    });
  }

  await context.test('a long organization name does not change the width of the sidebar', async () => {
    const name = 'Schwarzwälder Donaudampfschifffahrt eG !';
    assert.equal(name.length, 40);
    await (await server.as('olive')).call('update-organization', { name });
    const page = await open('Mel Member');
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByText(name).waitFor();
    const wider = await sidebar.evaluate((side) =>
      [...side.querySelectorAll('*')]
        .filter((one) => one.getBoundingClientRect().right > side.getBoundingClientRect().right)
        .map((one) => one.outerHTML.slice(0, 100)),
    );
    assert.deepEqual(wider, []);
    const menu = sidebar.getByRole('button', { name: 'Menu' });
    const isOnTop = await menu.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(button.ownerDocument.elementFromPoint(x + width / 2, y + height / 2));
    });
    assert.ok(isOnTop);
  });
});
