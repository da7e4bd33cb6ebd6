// Short messages about what just happened: one at a time, for longer while they are pointed at.

import assert from 'node:assert/strict';
import { expect, test } from './fixtures.ts';

test('a notice is shown for six seconds, and longer while it is pointed at or focused', async ({
  server,
  open,
}) => {
  const adam = await server.as('adam');
  const { stream_id: to } = await adam.call('get-stream-id', { stream: 'engineering' });
  for (const topic of ['the first', 'the second'])
    await adam.call('send-message', { type: 'channel', to, topic, content: 'news' });
  const page = await open('mel', '#inbox');
  const markRead = async (topic: string) => {
    await page.getByRole('row', { name: new RegExp(topic) }).hover();
    await page.getByRole('button', { name: `Mark as read: ${topic}` }).click();
  };
  const notices = page.locator('.status-message');
  await expect(page.getByRole('row', { name: /the first/ })).toBeVisible();
  await page.clock.install();

  await markRead('the first');
  await expect(notices).toHaveText(/^Marked 1 message/);
  // The notice is as wide as the list at most, and below it.
  const notice = await notices.boundingBox();
  const list = await page.locator('.inbox-list > .conversations').boundingBox();
  assert.ok(notice && list);
  assert.ok(notice.x >= list.x && notice.x + notice.width <= list.x + list.width);
  assert.ok(notice.y >= list.y + list.height && notice.y + notice.height <= 900);
  await notices.hover();
  await page.clock.fastForward(20_000);
  await expect(notices).toHaveCount(1);
  await page.getByRole('main').hover({ position: { x: 5, y: 5 } });
  await page.clock.fastForward(6_000);
  await expect(notices).toHaveCount(0);

  await markRead('the second');
  await notices.getByRole('button', { name: 'Undo' }).focus();
  await page.clock.fastForward(20_000);
  await expect(notices).toHaveCount(1);
  await markRead('changes');
  await expect(notices).toHaveCount(1);
  await page.clock.fastForward(6_000);
  await expect(notices).toHaveCount(0);
});
