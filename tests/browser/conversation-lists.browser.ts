// The inbox and recent conversations: what a row says, the columns, the keys, and how many requests they take.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

/** The distinct positions of an edge of elements, in pixels. */
function edges(page: Page, selector: string, edge: 'left' | 'right' | 'height'): Promise<number[]> {
  return page
    .locator(selector)
    .evaluateAll(
      (all, edge) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect()[edge])))],
      edge,
    );
}

test('a row of the inbox shows the last sender, conversation, reason, count and time', async ({
  server,
  open,
}) => {
  const [mel, adam, mia] = [await server.as('mel'), await server.as('adam'), await server.as('mia')];
  await mel.call('mark-all-as-read');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  await mel.call('update-user-topic', { stream_id, topic: 'rows followed', visibility_policy: 3 });
  await adam.sendToChannel('engineering', 'rows mentioned', '@**Mel Member** may we &lt; switch?');
  await mia.sendToChannel('engineering', 'rows mentioned', 'The **second** message');
  await adam.sendToChannel('engineering', 'rows followed', 'A followed message');
  await adam.sendToChannel('general', 'rows unread', 'Only unread');
  await mia.call('send-message', { type: 'direct', to: [mel.userId], content: 'The slides are ready.' });
  const fetched: string[] = [];
  const page = await open('mel', '#drafts');
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const ids = searchParams.get('message_ids');
    // The preview fetches its conversation.
    if (pathname.endsWith('/messages') && ids) fetched.push(ids);
  });
  // Nothing is in the memory of a page that was just loaded.
  await page.evaluate("location.hash = '#inbox'");
  const rows = page.getByRole('grid', { name: 'Inbox' }).getByRole('row', { name: /unread/ });
  const time = String.raw`\d{1,2}:\d\d [AP]M`;
  const names = [
    `^Mia Member, rows mentioned, mentioned you, 2 unread, ${time}$`,
    `^Mia Member, direct, 1 unread, ${time}$`,
    `^Adam Admin, rows followed, followed, 1 unread, ${time}$`,
    `^Adam Admin, rows unread, unread in channel, 1 unread, ${time}$`,
  ];
  await expect(rows).toHaveCount(names.length);
  for (const [index, name] of names.entries())
    await expect(rows.nth(index)).toHaveAccessibleName(new RegExp(name));
  assert.equal(fetched.length, 1);
  assert.equal(JSON.parse(fetched[0] ?? '').length, names.length);
  for (const [index, words] of [
    'The second message',
    'The slides are ready.',
    'A followed message',
    'Only unread',
  ].entries())
    await expect(rows.nth(index)).toContainText(words);
  assert.deepEqual(await edges(page, '.inbox-row', 'height'), [56]);
  await picture(page, 'inbox');
  await expect.poll(() => violations(page)).toEqual([]);
});

test('rows are shown before their messages, which are fetched again after an error', async ({ open }) => {
  // Without the preview, which fetches the messages of the first row itself.
  const page = await open('mel', '#drafts', { viewport: { width: 1100, height: 800 } });
  let failures = 1;
  await page.route(/\/messages\?.*message_ids/, async (route) => {
    if (failures-- === 1) await route.fulfill({ status: 503, json: { result: 'error', msg: '', code: 'X' } });
    else await route.continue();
  });
  await page.evaluate("location.hash = '#inbox'");
  const row = page.getByRole('row', { name: /roadmap/ });
  await expect(row).toBeVisible();
  await expect(row.locator('.words')).not.toBeEmpty();
  await expect.poll(() => failures).toBeLessThan(0);
});

test('a list is one tab stop, and arrow keys choose its rows and buttons', async ({ open }) => {
  const page = await open('mel', '#inbox');
  const rows = page.locator('.inbox-row');
  await expect(rows.nth(3)).toBeVisible();
  const stops = page.locator(
    '[role=grid] :is([tabindex="0"], a:not([tabindex]), button:not([tabindex], [role^=menuitem]))',
  );
  await expect(stops).toHaveCount(1);
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await expect(stops).toHaveCount(1);
  await expect(rows.nth(1)).toHaveAttribute('tabindex', '0');
  const buttons = rows.nth(1).getByRole('button');
  await expect(buttons).toHaveCount(4);
  for (let index = 0; index < 4; index++) {
    await page.keyboard.press('ArrowRight');
    await expect(buttons.nth(index)).toBeFocused();
  }
  for (let index = 0; index < 4; index++) await page.keyboard.press('ArrowLeft');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#narrow\//);
});

test('recent conversations are in columns, with or without unread messages', async ({ server, open }) => {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  await mel.call('mark-stream-as-read', { stream_id });
  const page = await open('mel', '#recent');
  const row = '.recent-row:not(.column-heads)';
  await expect(page.locator(row).nth(5)).toBeVisible();
  assert.ok((await page.locator(`${row}.unread`).count()) > 0);
  assert.ok((await page.locator(`${row}:not(.unread)`).count()) > 0);
  for (const [selector, edge] of [
    [`${row} .row-link`, 'left'],
    [`${row} > .words`, 'left'],
    [`${row} > .row-people`, 'left'],
    [`${row} > .row-people > :first-child`, 'left'],
    [`${row} > time`, 'right'],
    [`${row} .count`, 'right'],
    [row, 'height'],
  ] as const) {
    const found = await edges(page, selector, edge);
    assert.equal(found.length, 1, `${selector}: ${found}`);
  }
  assert.deepEqual(await edges(page, row, 'height'), [50]);
  await picture(page, 'recent');
  await expect.poll(() => violations(page)).toEqual([]);
});

test('recent conversations are ordered as chosen, even after a reload', async ({ server, open }) => {
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  await mel.call('mark-all-as-read');
  await mia.sendToChannel('general', 'aardvarks', 'unread');
  for (const topic of ['zebras', 'bears']) await mel.sendToChannel('general', topic, 'read');
  const page = await open('mel', '#recent');
  const names = async () => (await page.locator('.recent-row .row-link').allInnerTexts()).slice(0, 3);
  await expect.poll(names).toEqual(['bears', 'zebras', 'aardvarks']);
  const choose = async (order: string) => {
    await page.getByRole('button', { name: 'Order by' }).click();
    await page.getByRole('menuitemradio', { name: order }).click();
  };
  await choose('Unread first');
  await expect.poll(names).toEqual(['aardvarks', 'bears', 'zebras']);
  await page.reload();
  await expect.poll(names).toEqual(['aardvarks', 'bears', 'zebras']);
  await choose('By name');
  const sorted = async () => {
    const rowNames = await page.locator('.recent-row .row-link').allInnerTexts();
    const all = rowNames.map((name) => name.replace('✔ ', ''));
    return all.join() === all.toSorted(new Intl.Collator('en', { numeric: true }).compare).join();
  };
  await expect.poll(sorted).toBe(true);
  await page.getByRole('button', { name: 'Order by' }).click();
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(['By name']);
  await picture(page, 'recent-order');
  await expect.poll(() => violations(page)).toEqual([]);
});
