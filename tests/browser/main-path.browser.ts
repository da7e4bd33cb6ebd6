// The main flow with two people: read, write, receive, unread counts and marking as read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowserTest, violations } from './browser.ts';

test('two people talk', { skip }, async (context) => {
  const { server, open } = await startBrowserTest();
  const mel = await server.as('mel');
  await mel.call('mark-all-as-read');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const topic = `#narrow/channel/${stream_id}/topic/event.20queues`;
  const page = await open('Mel Member', topic);
  const feed = page.getByRole('feed');

  await context.test('a conversation is displayed with its messages, senders and times', async () => {
    const article = feed.getByRole('article', { name: /^Adam Admin, \d+:\d\d/ }).first();
    await article.waitFor();
    assert.match((await article.textContent()) ?? '', /A queue is a cursor, not a buffer/);
    assert.deepEqual(await violations(page), []);
  });

  await context.test('a sent message is at the end', async () => {
    const field = page.getByRole('textbox', { name: /^Message/ });
    await field.fill('Sent *from* a browser');
    await page.getByRole('button', { name: 'Send' }).click();
    const last = feed.getByRole('article').last();
    await last.getByText('Sent from a browser').waitFor();
    await page.waitForFunction(
      `(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 2)(
        document.querySelector('.feed-scroll'))`,
    );
    assert.equal(await field.inputValue(), '');
  });

  await context.test(
    'a message from another person is counted, and marked as read when visible',
    async () => {
      const other = await open('Adam Admin', topic);
      const sidebar = page.getByRole('navigation', { name: 'Sidebar' });
      await sidebar.getByRole('link', { name: /^Recent/ }).click();
      await other.getByRole('textbox', { name: /^Message/ }).fill('To be counted');
      await other.getByRole('button', { name: 'Send' }).click();
      await sidebar.getByRole('link', { name: /^engineering.*1 unread message/ }).waitFor();
      await waitUntil(async () => /^\(\d+\) /.test(await page.title()));
      await page.goto(`${server.url}/${topic}`);
      await feed.getByText('To be counted').waitFor();
      await page.bringToFront();
      await sidebar.getByRole('link', { name: /^engineering$/ }).waitFor();
      // Reported to the server a moment later.
      await waitUntil(async () => {
        const narrow = [{ operator: 'is', operand: 'unread' }];
        const range = { anchor: 'newest', num_before: 1, num_after: 0 };
        return (await mel.call('get-messages', { narrow, ...range })).messages.length === 0;
      });
    },
  );

  await context.test('keys select messages, and the selected one has the focus', async () => {
    await page.locator('body').press('End');
    await page.locator('article:last-child:focus').waitFor();
    await page.locator('body').press('k');
    await page.locator('article:nth-last-child(2):focus').waitFor();
    await page.locator('body').press('Home');
    await page.locator('article:first-child:focus').waitFor();
  });

  await context.test('a sent message is at the end also after very many unread ones', async () => {
    const other = await open('Mona Moderator', `#narrow/channel/${stream_id}/topic/changes`);
    await other.getByText(/^\d+ new$/).waitFor();
    await other.getByRole('textbox', { name: /^Message/ }).fill('Below all of them');
    await other.getByRole('button', { name: 'Send' }).click();
    const last = other.getByRole('feed').getByRole('article').last();
    await last.getByText('Below all of them').waitFor();
    await other.waitForFunction(
      `(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 2)(
        document.querySelector('.feed-scroll'))`,
    );
    await other.context().close();
  });
});
