// What can be done with a row of the inbox: marking it as read, muting, following, opening, and undoing each.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type { TestServer } from '../support/server.ts';
import { expect, test } from './fixtures.ts';

/** The inbox of Mel with one unread message in each of some topics of #engineering, the last one first. */
async function inboxWith(server: TestServer, topics: readonly string[]) {
  const [mel, adam] = [await server.as('mel'), await server.as('adam')];
  await mel.call('mark-all-as-read');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  for (const topic of topics) await adam.sendToChannel('engineering', topic, `about ${topic}`);
  return { mel, adam, stream_id };
}

async function unreadCount(person: Awaited<ReturnType<TestServer['as']>>): Promise<number> {
  const narrow = [{ operator: 'is', operand: 'unread' }];
  const range = { anchor: 'newest', num_before: 100, num_after: 0 };
  return (await person.call('get-messages', { narrow, ...range })).messages.length;
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`, ${name}, `) });
/** The topics in the inbox, from top to bottom. */
const topics = (page: Page) => page.locator('.inbox-row:not(.closing) .row-link').allTextContents();

test('a row leaves before the server answers, and returns if the server refuses', async ({
  server,
  open,
}) => {
  await inboxWith(server, ['refused', 'other']);
  const page = await open('mel', '#inbox');
  let answer = () => undefined as unknown;
  await page.route('**/messages/flags/narrow', async (route) => {
    await new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    await route.fulfill({ status: 400, json: { result: 'error', msg: 'No.', code: 'BAD_REQUEST' } });
  });
  await row(page, 'refused').hover();
  await page.getByRole('button', { name: 'Mark as read: refused' }).click();
  await expect(row(page, 'refused')).toHaveCount(0);
  answer();
  await expect(row(page, 'refused')).toHaveAccessibleName(/1 unread/);
  await expect(page.getByText('Marked 1 message as read.')).toHaveCount(0);
});

test('E marks a row as read and chooses the next one; Z restores up to ten rows and their selection', async ({
  server,
  open,
}) => {
  const names = Array.from({ length: 12 }, (_, index) => `topic ${index}`);
  const { mel } = await inboxWith(server, names);
  const newestFirst = names.toReversed();
  const page = await open('mel', '#inbox');
  await expect.poll(() => topics(page)).toEqual(newestFirst);
  await row(page, 'topic 8').focus();
  await page.keyboard.press('e');
  await expect(row(page, 'topic 7')).toBeFocused();
  await expect(row(page, 'topic 8')).toHaveCount(0);
  // Keys that are pressed before a row has closed are for the next one.
  for (let count = 0; count < 9; count++) await page.keyboard.press('e');
  await expect.poll(() => topics(page)).toEqual(['topic 11', 'topic 10']);
  await expect(row(page, 'topic 10')).toBeFocused();
  await page.keyboard.press('e');
  await expect.poll(() => topics(page)).toEqual(['topic 11']);
  await page.keyboard.press('z');
  await expect(row(page, 'topic 10')).toBeFocused();
  await page.keyboard.press('z');
  await expect(row(page, 'topic 9')).toBeFocused();
  for (let count = 0; count < 10; count++) await page.keyboard.press('z');
  // Eleven rows were marked, and the first of them is beyond ten steps.
  await expect.poll(() => topics(page)).toEqual(newestFirst.filter((name) => name !== 'topic 8'));
  await expect.poll(() => unreadCount(mel)).toBe(11);
});

test('keys that are pressed while their code is loaded are for one row after the other', async ({
  server,
  open,
}) => {
  await inboxWith(server, ['one', 'two', 'three', 'four']);
  const page = await open('mel', '#inbox');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.context().route('**/row-actions-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await row(page, 'three').focus();
  for (let count = 0; count < 3; count++) await page.keyboard.press('e');
  release();
  await expect.poll(() => topics(page)).toEqual(['four']);
  await expect(row(page, 'four')).toBeFocused();
});

test('a row that is restored while it closes is chosen', async ({ server, open }) => {
  await inboxWith(server, ['one', 'two']);
  const page = await open('mel', '#inbox');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.context().route('**/unread-event-*.js', async (route) => {
    await released;
    await route.continue();
  });
  // Closing takes as long as the test.
  await page.evaluate(`{
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      return animate.call(this, frames, { ...options, duration: 1e9 });
    };
  }`);
  await row(page, 'two').focus();
  await page.keyboard.press('e');
  await expect(page.locator('.inbox-row.closing')).toHaveCount(1);
  await page.keyboard.press('z');
  // Marked as read first, and then as unread.
  await expect.poll(() => topics(page)).toEqual(['one']);
  await expect(page.locator('.inbox-row.closing')).toHaveCount(0);
  release();
  await expect(row(page, 'two')).toBeFocused();
});

test('M mutes a topic, F follows one, and both can be undone', async ({ server, open }) => {
  const { mel, stream_id } = await inboxWith(server, ['one', 'two', 'three']);
  const policyOf = async (topic: string) =>
    (await mel.call('register-queue', { event_types: ['user_topic'] })).user_topics?.find(
      (one) => one.stream_id === stream_id && one.topic_name === topic,
    )?.visibility_policy ?? 0;
  const page = await open('mel', '#inbox');
  await row(page, 'two').focus();
  await page.keyboard.press('m');
  await expect.poll(() => topics(page)).toEqual(['three', 'one']);
  await expect(row(page, 'one')).toBeFocused();
  await expect.poll(() => policyOf('two')).toBe(1);
  await page.keyboard.press('f');
  await expect(page.getByText('You follow one.')).toBeVisible();
  await expect(row(page, 'one')).toHaveAccessibleName(/, followed, /);
  await expect(row(page, 'one')).toBeFocused();
  assert.equal(await policyOf('one'), 3);
  await page.keyboard.press('z');
  await expect(row(page, 'one')).not.toHaveAccessibleName(/, followed, /);
  await page.keyboard.press('z');
  await expect(row(page, 'two')).toBeFocused();
  await expect.poll(async () => [await policyOf('one'), await policyOf('two')]).toEqual([0, 0]);
});

test('Shift+E marks everything as read without a question, and undo brings all of it back', async ({
  server,
  open,
}) => {
  const { mel, adam } = await inboxWith(server, []);
  for (let count = 0; count < 39; count++)
    await adam.sendToChannel('engineering', `topic ${count % 4}`, `message ${count}`);
  await adam.call('send-message', { type: 'direct', to: [mel.userId], content: 'direct' });
  assert.equal(await unreadCount(mel), 40);
  const page = await open('mel', '#inbox');
  await expect(row(page, 'topic 2')).toBeVisible();
  await page.keyboard.press('Shift+E');
  await expect(page.getByText('Marked 40 messages as read.')).toBeVisible();
  await expect(page.locator('.inbox-row')).toHaveCount(0);
  await expect.poll(() => unreadCount(mel)).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.inbox-row')).toHaveCount(5);
  await expect.poll(() => unreadCount(mel)).toBe(40);
});

test('letters keep their meaning outside lists', async ({ server, open }) => {
  const { mel, stream_id } = await inboxWith(server, []);
  await mel.sendToChannel('engineering', 'own', 'an own message');
  const page = await open('mel', `#narrow/channel/${stream_id}/topic/own`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('e');
  await expect(page.getByRole('feed').getByRole('textbox')).toHaveValue('an own message');
});

test('the menu of a row opens by its button, right click, Shift+F10 and a long press', async ({
  server,
  open,
}) => {
  await inboxWith(server, ['one', 'two']);
  const page = await open('mel', '#inbox');
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
  const openItem = item(/^Open( Enter)?$/);
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(item('Mark as read')).toHaveCount(0);
  };
  await row(page, 'one').click({ button: 'right' });
  await expect(openItem).toBeFocused();
  await close();
  await row(page, 'two').focus();
  await page.keyboard.press('Shift+F10');
  await expect(openItem).toBeFocused();
  await close();
  await row(page, 'one').hover();
  await page.getByRole('button', { name: 'More actions: one' }).click();
  await expect(openItem).toBeFocused();
  await close();
  await expect(row(page, 'one')).toBeFocused();
  await page.getByRole('button', { name: 'More actions: one' }).click();
  await item('Mark as read').click();
  await expect.poll(() => topics(page)).toEqual(['two']);

  const phone = await open('mel', '#inbox', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phoneItem = phone.getByRole('menuitem', { name: 'Mark as read' });
  await swipe(phone, 'two', 40);
  await touch(phone, 'two', () => expect(phoneItem).toBeVisible());
  await expect(phoneItem).toBeVisible();
  await expect(phone).toHaveURL(/#inbox$/);
  // A sheet at the bottom, as in the sidebar.
  const sheet = await phone.getByRole('menu', { name: 'two', exact: true }).boundingBox();
  assert.deepEqual([sheet?.x, sheet?.width, (sheet?.y ?? 0) + (sheet?.height ?? 0)], [0, 390, 844]);
  await phoneItem.tap();
  await expect.poll(() => topics(phone)).toEqual([]);
});

/** Touches a row and does something before the finger is lifted. */
async function touch(
  page: Page,
  name: string,
  whileTouching: (move: (distance: number) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const box = await row(page, name).boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [{ x, y }]);
  try {
    await whileTouching((distance) => send('touchMove', [{ x: x + distance, y }]));
  } finally {
    await send('touchEnd', []);
  }
}

/** Swipes a row by some pixels, repeatedly until the code for swipes is loaded. */
async function swipe(page: Page, name: string, distance: number): Promise<void> {
  await expect(async () => {
    await touch(page, name, async (move) => {
      await move(distance / 2);
      await move(distance);
      const to = distance > 0 ? 'done' : 'later';
      await expect(row(page, name)).toHaveAttribute('data-swipe', to, { timeout: 400 });
    });
  }).toPass();
}

test('on a phone a swipe to the right marks a row as read, and one to the left puts it away', async ({
  server,
  open,
}) => {
  await inboxWith(server, ['one', 'two']);
  const page = await open('mel', '#inbox', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await expect.poll(() => topics(page)).toEqual(['two', 'one']);
  // Too short: nothing happens.
  await swipe(page, 'two', 40);
  await swipe(page, 'one', 140);
  await expect.poll(() => topics(page)).toEqual(['two']);
  await swipe(page, 'two', -140);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/#inbox$/);
});
