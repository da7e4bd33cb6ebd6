// The preview beside the inbox in wide windows: it follows the chosen row, marks nothing as read, and can be replied to.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { violations } from './violations.ts';

test('the preview follows the chosen row, marks nothing as read, and can be replied to', async ({
  server,
  open,
}) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  for (const topic of ['first', 'second']) await adam.sendToChannel('engineering', topic, `about ${topic}`);
  const unread = async () => {
    const narrow = [{ operator: 'is', operand: 'unread' }];
    const range = { anchor: 'newest', num_before: 100, num_after: 0 };
    return (await mel.call('get-messages', { narrow, ...range })).messages.length;
  };
  const page = await open('mel', '#inbox', { viewport: { width: 1440, height: 900 } });
  const preview = page.getByRole('region', { name: 'Preview' });
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`, ${name}, `) });
  await expect(preview.getByRole('heading', { name: 'second' })).toBeVisible();
  await expect(row('second')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('j');
  await expect(row('second')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row('first')).toBeFocused();
  await expect(preview.getByText('about first')).toBeVisible();
  await expect(page.getByRole('grid').locator('[aria-selected=true]')).toHaveCount(1);
  await picture(page, 'inbox-with-preview');
  await expect.poll(() => violations(page)).toEqual([]);

  // Visible messages would be marked after 300 ms and sent after a second more.
  const marks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/messages/flags')) marks.push(request.url());
  });
  await page.clock.install();
  await page.clock.runFor(5000);
  await page.clock.resume();
  assert.deepEqual(marks, []);
  assert.equal(await unread(), 2);

  await page.keyboard.press('r');
  const field = preview.getByRole('textbox', { name: /^Message/ });
  await expect(field).toBeFocused();
  await page.keyboard.type('An answer, e and j included');
  await page.keyboard.press('Control+Enter');
  await expect(preview.getByRole('article').getByText('An answer')).toBeVisible();
  await expect(page).toHaveURL(/#inbox$/);
  await page.keyboard.press('Escape');
  await expect(row('first')).toBeFocused();
  await page.keyboard.press('k');
  await expect(preview.getByText('about second')).toBeVisible();
  await expect(field).toHaveCount(0);
});

test('keys of messages act in the preview only while the focus is there', async ({ server, open }) => {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  await adam.sendToChannel('engineering', 'first', 'one');
  await adam.sendToChannel('engineering', 'first', 'two');
  const page = await open('mel', '#inbox', { viewport: { width: 1440, height: 900 } });
  const articles = page.getByRole('region', { name: 'Preview' }).getByRole('article');
  await expect(articles).toHaveCount(2);
  await page.keyboard.press('End');
  await expect(page.getByRole('row', { name: /first/ })).toBeFocused();
  await articles.last().focus();
  await page.keyboard.press('k');
  await expect(articles.first()).toBeFocused();
});
