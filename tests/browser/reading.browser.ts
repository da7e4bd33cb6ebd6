// Marking as read: it can be undone, and the view follows its topic.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';
import { picture } from './pictures.ts';

// biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
type Any = any;

/** The content and controls covered by the message bar; null if there is none. */
const covered = `(() => {
  const status = document.querySelector('.status-message')?.getBoundingClientRect();
  if (!status) return null;
  const all = '.top-bar, .sidebar, .aside, .bottom-bar, .composer, .composer-closed, .typing-line, article, .conversation';
  const overlaps = ({ left, right, top, bottom }) =>
    left < status.right && right > status.left && top < status.bottom && bottom > status.top;
  return [...document.querySelectorAll(all)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => overlaps(element.getBoundingClientRect()))
    .filter((element) => overlaps((element.closest('.feed-scroll, .inbox') ?? element).getBoundingClientRect()))
    .map((element) => element.className);
})()`;

/** Runs in the page: presses a key before the selection of this row is rendered. */
function pressAtOnce(row: Any): void {
  const { KeyboardEvent } = globalThis as Any;
  row.focus();
  row.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'U', shiftKey: true, bubbles: true, cancelable: true }),
  );
}

test('marking messages as read can be undone, and the view follows its topic', async ({ server, open }) => {
  const mel = await server.as('mel');
  const adam = await server.as('adam');
  await mel.call('mark-all-as-read');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const send = (topic: string, content: string) =>
    adam.call('send-message', { type: 'channel', to: stream_id, topic, content });
  const unread = async () => {
    const narrow = [{ operator: 'is', operand: 'unread' }];
    const range = { anchor: 'newest', num_before: 100, num_after: 0 };
    return (await mel.call('get-messages', { narrow, ...range })).messages.length;
  };
  const page = await open('mel', '#inbox');
  const main = page.getByRole('main');
  const feed = page.getByRole('feed');
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });

  await test.step('leaving a view shows no message about what was read there', async () => {
    await send('passing by', 'one');
    await main.getByRole('row', { name: /passing by/ }).click();
    await expect(feed.getByText('one')).toBeVisible();
    await expect.poll(unread).toBe(0);
    await page.goto(`${server.url}/#inbox`);
    await expect(main.getByText('You’re all caught up')).toBeVisible();
    await expect(undo).toHaveCount(0);
  });

  await test.step('marking as read in the inbox can be undone', async () => {
    for (const content of ['two', 'three', 'four']) await send('passing by', content);
    await main.getByRole('row', { name: /passing by/ }).hover();
    await main.getByRole('button', { name: 'Mark as read: passing by' }).click();
    await expect(main.getByText('You’re all caught up')).toBeVisible();
    await undo.click();
    await expect(main.getByRole('row', { name: /passing by.*3 unread/ })).toBeVisible();
  });

  for (const [key, topic] of [
    ['End', 'read to the end'],
    ['Shift+E', 'read at once'],
  ] as const) {
    await test.step(`${key} marks the whole conversation as read, and undo reverts it`, async () => {
      // With Shift+E, nothing else may mark visible messages as read, so that undo reverts all of it.
      await mel.call('update-settings', { web_mark_read_on_scroll_policy: key === 'End' ? 1 : 3 });
      await mel.call('mark-all-as-read');
      for (let number = 1; number <= 40; number++)
        await send(topic, `${number}\n\n${'a long text\n\n'.repeat(6)}`);
      await page.goto(`${server.url}/#inbox`);
      await main.getByRole('row', { name: new RegExp(`${topic}.*40 unread`) }).click();
      await expect(feed.getByRole('article').first()).toBeVisible();
      await page.keyboard.press(key);
      await expect.poll(unread).toBe(0);
      await expect(page.getByText('Marked 40 messages as read.')).toBeVisible();
      await undo.click();
      await expect.poll(unread).toBe(40);
    });
  }
  await mel.call('update-settings', { web_mark_read_on_scroll_policy: 1 });

  await test.step('a changed policy applies to the current view', async () => {
    await mel.call('update-settings', { web_mark_read_on_scroll_policy: 3 });
    const { id } = await send('another policy', 'read once that is allowed');
    const isRead = async () =>
      (await mel.call('get-message', { message_id: id })).message.flags.includes('read');
    await page.goto(`${server.url}/#settings/display`);
    const setting = main.getByRole('combobox', { name: 'Mark messages as read on scroll' });
    await expect(setting.locator('option:checked', { hasText: 'Never' })).toBeAttached();
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/another.20policy`);
    await expect(feed.getByText('read once that is allowed')).toBeVisible();
    assert.equal(await isRead(), false);
    await mel.call('update-settings', { web_mark_read_on_scroll_policy: 1 });
    await expect.poll(isRead).toBe(true);
  });

  await test.step('a message marked as unread stays unread while it is visible', async () => {
    const { id: first } = await send('for later', 'to be read again');
    const second = await send('for later', 'this as well');
    const isRead = async (id: number) =>
      (await mel.call('get-message', { message_id: id })).message.flags.includes('read');
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/for.20later`);
    await expect(feed.getByText('this as well')).toBeVisible();
    await expect.poll(() => isRead(second.id)).toBe(true);
    await feed.getByRole('article').first().evaluate(pressAtOnce);
    await expect.poll(() => isRead(first)).toBe(false);
    // A message after it is visible just as long.
    const third = await send('for later', 'this is news');
    await expect.poll(() => isRead(third.id)).toBe(true);
    assert.deepEqual([await isRead(first), await isRead(second.id)], [false, false]);
    // Returning to the view marks them as read.
    await page.goto(`${server.url}/#inbox`);
    await main.getByRole('row', { name: /for later.*2 unread/ }).click();
    for (const id of [first, second.id]) await expect.poll(() => isRead(id)).toBe(true);
  });

  await test.step('the view and its draft follow a renamed topic', async () => {
    const { id } = await send('old name', 'still here');
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/old.20name`);
    await expect(feed.getByText('still here')).toBeVisible();
    const field = page.getByRole('textbox', { name: /^Message/ });
    await field.fill('half a sent');
    await adam.call('update-message', { message_id: id, topic: 'new name', propagate_mode: 'change_all' });
    await expect(page).toHaveURL(/topic\/new\.20name$/);
    await expect(feed.getByText('still here')).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^Message.*new name/ })).toBeVisible();
    await expect(field).toHaveValue('half a sent');
    await field.fill('');
  });

  await test.step('matches are only highlighted in the search, which also shows edits', async () => {
    const { id } = await send('marks', 'a peculiar word');
    await page.goto(`${server.url}/#narrow/search/peculiar`);
    await expect(feed.locator('.highlight')).toBeVisible();
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/marks`);
    await expect(main.getByRole('heading', { name: /marks/ })).toBeVisible();
    await expect(feed.getByText('a peculiar word')).toBeVisible();
    await expect(feed.locator('.highlight')).toHaveCount(0);
    await page.goto(`${server.url}/#narrow/search/peculiar`);
    await expect(feed.locator('.highlight')).toBeVisible();
    await adam.call('update-message', { message_id: id, content: 'a peculiar word that grew' });
    await expect(feed.getByText('that grew')).toBeVisible();
  });

  await test.step('the view follows a topic that someone resolves, and stays if only some messages move', async () => {
    const { id } = await send('questions', 'first');
    const second = await send('questions', 'second');
    await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/questions`);
    await expect(feed.getByText('second')).toBeVisible();
    const part = { message_id: second.id, topic: 'another', propagate_mode: 'change_one' } as const;
    await adam.call('update-message', part);
    await expect(feed.getByText('second')).toHaveCount(0);
    await expect(page).toHaveURL(/topic\/questions$/);
    await adam.call('update-message', {
      message_id: id,
      topic: '✔ questions',
      propagate_mode: 'change_all',
    });
    await expect(page).toHaveURL(/topic\/.*questions$/);
    await expect(main.getByRole('heading', { name: /✔ questions/ })).toBeVisible();
    await expect(feed.getByText('first')).toBeVisible();
  });

  await test.step('the message covers no controls', async () => {
    // During the animation, it still covers the content below.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const coveredNow = () => page.evaluate(covered);
    for (const [width, height] of [
      [1440, 900],
      [900, 700],
      [390, 844],
    ] as const) {
      await mel.call('mark-all-as-read');
      await page.setViewportSize({ width, height });
      await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/passing.20by`);
      await feed.getByRole('article').last().focus();
      await page.keyboard.press('Shift+U');
      await expect.poll(coveredNow, `in a topic, ${width} pixels wide`).toEqual([]);
      await picture(page, `status-in-a-topic-${width}`);
      await page.goto(`${server.url}/#inbox`);
      await send('passing by', 'again');
      await main.getByRole('row', { name: /passing by/ }).focus();
      await page.keyboard.press('e');
      await expect(page.getByText(/^Marked /)).toBeVisible();
      await expect.poll(coveredNow, `in the inbox, ${width} pixels wide`).toEqual([]);
      await picture(page, `status-in-the-inbox-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
