// What lists of conversations show and how they are grouped, which is remembered; and conversations put away until later.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { violations } from './violations.ts';

const groups = (page: Page) => page.locator('.group-head h2').allTextContents();
const rows = (page: Page) => page.locator('.inbox-row:not(.closing) .row-link').allTextContents();

test('filters count conversations, and filter and groups are remembered', async ({ server, open }) => {
  const [mel, adam, mia] = [await server.as('mel'), await server.as('adam'), await server.as('mia')];
  await mel.call('mark-all-as-read');
  await adam.sendToChannel('engineering', 'named', '@**Mel Member** look');
  await adam.sendToChannel('general', 'plain', 'one');
  await adam.sendToChannel('general', 'plain', 'two');
  await mia.call('send-message', { type: 'direct', to: [mel.userId], content: 'hello' });
  const page = await open('mel', '#inbox');
  const filter = (name: string) => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name });
  await expect(filter('All')).toHaveAccessibleDescription('3');
  await expect(filter('Mentions')).toHaveAccessibleDescription('1');
  await expect(filter('All')).toHaveAttribute('aria-pressed', 'true');
  await filter('Direct').click();
  await expect.poll(() => rows(page)).toEqual(['Mia Member']);
  await page.reload();
  await expect(filter('Direct')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => rows(page)).toEqual(['Mia Member']);
  await filter('Followed').click();
  await expect(page.getByText('No conversations match this filter')).toBeVisible();
  await filter('All').click();
  await expect.poll(() => groups(page)).toEqual(['Mentions of you 1', 'Direct messages 1', 'Other topics 1']);
  const groupBy = async (name: string) => {
    await page.getByRole('button', { name: 'Group by' }).click();
    await page.getByRole('menuitemradio', { name }).click();
  };
  await groupBy('Group by channel');
  await expect.poll(() => groups(page)).toEqual(['Direct messages 1', 'general 1', 'engineering 1']);
  await groupBy('Group by day');
  await expect.poll(() => rows(page)).toEqual(['Mia Member', 'plain', 'named']);
  await expect.poll(async () => (await groups(page)).map((text) => text.trim())).toEqual(['Today']);
  await page.reload();
  await expect.poll(() => rows(page)).toEqual(['Mia Member', 'plain', 'named']);
  await expect.poll(() => violations(page)).toEqual([]);
});

test('recent conversations can be filtered, which is remembered', async ({ server, open }) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  await adam.sendToChannel('general', 'plain', 'one');
  const page = await open('mel', '#recent');
  const filter = (name: string) => page.getByRole('group', { name: 'Filter' }).getByRole('button', { name });
  const names = page.locator('.recent-row .row-link');
  await expect(names.nth(3)).toBeVisible();
  await filter('Unread').click();
  await expect(names).toHaveText(['plain']);
  await page.reload();
  await expect(names).toHaveText(['plain']);
  // A row that is read leaves this list.
  await page.getByRole('row', { name: /^plain/ }).focus();
  await page.keyboard.press('e');
  await expect(names).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(names).toHaveText(['plain']);
  await filter('Direct').click();
  await expect(names.first()).toBeVisible();
  await expect(names.filter({ hasText: 'plain' })).toHaveCount(0);
});

test('H puts a row away until a time, Z brings it back, and the filter for later shows it', async ({
  server,
  open,
}) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  for (const topic of ['one', 'two']) await adam.sendToChannel('engineering', topic, `about ${topic}`);
  const page = await open('mel', '#inbox');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`, ${name}, `) });
  await row('two').focus();
  await page.keyboard.press('h');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tomorrow/ })
    .click();
  await expect.poll(() => rows(page)).toEqual(['one']);
  await expect(row('one')).toBeFocused();
  await page.keyboard.press('z');
  await expect(row('two')).toBeFocused();
  await page.keyboard.press('h');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tomorrow/ })
    .click();
  await expect.poll(() => rows(page)).toEqual(['one']);
  await page.getByRole('button', { name: 'Later', exact: true }).click();
  await expect(row('two')).toHaveAccessibleName(/, back .*9:00.*, 1 unread, /);
  // Done: it is read, and no longer put away.
  await row('two').focus();
  await page.keyboard.press('e');
  await expect.poll(() => rows(page)).toEqual([]);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(() => rows(page)).toEqual(['one']);
});
