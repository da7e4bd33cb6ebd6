// The main flow with two people: read, write, receive, unread counts and marking as read.

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { violations } from './violations.ts';

/** How many pixels of the message list are below the visible ones. */
const distanceToEnd = (page: Page): Promise<number> =>
  page.evaluate(
    `(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight)(
      document.querySelector('.feed-scroll'))`,
  );

test('two people write to each other and see their unread messages counted', async ({ server, open }) => {
  const mel = await server.as('mel');
  await mel.call('mark-all-as-read');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const topic = `#narrow/channel/${stream_id}/topic/event.20queues`;
  const page = await open('mel', topic);
  const feed = page.getByRole('feed');

  await test.step('a conversation is displayed with its messages, senders and times', async () => {
    const article = feed.getByRole('article', { name: /^Adam Admin, \d+:\d\d/ }).first();
    await expect(article).toBeVisible();
    await expect(article).toHaveText(/A queue is a cursor, not a buffer/);
    await expect.poll(() => violations(page)).toEqual([]);
  });

  await test.step('a sent message is at the end', async () => {
    const field = page.getByRole('textbox', { name: /^Message/ });
    await field.fill('Sent *from* a browser');
    await page.getByRole('button', { name: 'Send' }).click();
    const last = feed.getByRole('article').last();
    await expect(last.getByText('Sent from a browser')).toBeVisible();
    await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(2);
    await expect(field).toHaveValue('');
  });

  await test.step('a message from another person is counted, and marked as read when visible', async () => {
    const other = await open('adam', topic);
    const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
    await sidebar.getByRole('link', { name: /^Recent/ }).click();
    await other.getByRole('textbox', { name: /^Message/ }).fill('To be counted');
    await other.getByRole('button', { name: 'Send' }).click();
    await expect(sidebar.getByRole('link', { name: 'engineering' })).toHaveAccessibleDescription('1 unread');
    await expect(page).toHaveTitle(/^\(\d+\) /);
    await page.goto(`${server.url}/${topic}`);
    await expect(feed.getByText('To be counted')).toBeVisible();
    await page.bringToFront();
    await expect(sidebar.getByRole('link', { name: 'engineering' })).toHaveAccessibleDescription('');
    // Reported to the server a moment later.
    await expect
      .poll(async () => {
        const narrow = [{ operator: 'is', operand: 'unread' }];
        const range = { anchor: 'newest', num_before: 1, num_after: 0 };
        return (await mel.call('get-messages', { narrow, ...range })).messages.length;
      })
      .toBe(0);
  });

  await test.step('keys select messages, and the selected one has the focus', async () => {
    await page.locator('body').press('End');
    await expect(page.locator('article:last-child')).toBeFocused();
    await page.locator('body').press('k');
    await expect(page.locator('article:nth-last-child(2)')).toBeFocused();
    await page.locator('body').press('Home');
    await expect(page.locator('article:first-child')).toBeFocused();
  });

  await test.step('a sent message is at the end even after very many unread ones', async () => {
    const other = await open('mona', `#narrow/channel/${stream_id}/topic/changes`);
    await expect(other.getByText(/^\d+ new$/)).toBeVisible();
    await other.getByRole('textbox', { name: /^Message/ }).fill('Below all of them');
    await other.getByRole('button', { name: 'Send' }).click();
    const last = other.getByRole('feed').getByRole('article').last();
    await expect(last.getByText('Below all of them')).toBeVisible();
    await expect.poll(() => distanceToEnd(other)).toBeLessThanOrEqual(2);
    await other.context().close();
  });
});
