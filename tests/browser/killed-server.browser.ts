// A server that is killed while a page is open: the page continues where it was, and receives everything written in
// the meantime.

import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { KillableServer } from '../support/killable.ts';
import { expect, test } from './fixtures.ts';

const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: /^Message/ }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};

/** The requests of a page to a path, as they are sent. */
function requests(page: Page, path: string): string[] {
  const found: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith(path)) found.push(request.url());
  });
  return found;
}

test('an open page loses and repeats nothing when the server is killed and restarted', async ({ openOn }) => {
  const server = await KillableServer.prepare();
  await server.start();
  const open = openOn(server);
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const address = `#narrow/channel/${stream_id}/topic/killed`;
  const page = await open('mel', address);
  await expect(page.getByRole('textbox', { name: /^Message/ })).toBeVisible();
  const registrations = requests(page, '/json/register');
  const say = async (content: string) => {
    const { id } = await (await server.as('adam')).call('send-message', {
      type: 'channel',
      to: stream_id,
      topic: 'killed',
      content,
    });
    return id;
  };
  const texts = async () => {
    const { messages } = await (await server.as('adam')).call('get-messages', {
      narrow: [
        { operator: 'channel', operand: stream_id },
        { operator: 'topic', operand: 'killed' },
      ],
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      apply_markdown: false,
    });
    return messages.map(({ content }: { content: string }) => content);
  };

  await test.step('the page continues with its queue, and messages in between arrive once', async () => {
    await say('before');
    await expect(page.getByRole('feed').getByText('before')).toBeVisible();
    await server.kill();
    for (const text of ['one', 'two', 'three']) await write(page, text);
    await expect(page.getByRole('list', { name: 'Sending' }).getByText('three')).toBeVisible();
    await expect(page.getByRole('status').getByText('No connection')).toBeVisible();
    await server.start('same');
    await expect.poll(async () => (await texts()).length).toBeGreaterThanOrEqual(4);
    await say('after');
    await expect(page.getByRole('feed').getByText('after', { exact: true })).toBeVisible();
    assert.deepEqual(await texts(), ['before', 'one', 'two', 'three', 'after']);
    await expect(page.getByRole('list', { name: 'Sending' })).toHaveCount(0);
    for (const text of ['one', 'two', 'three'])
      await expect(page.getByRole('feed').getByText(text, { exact: true })).toHaveCount(1);
    assert.deepEqual(registrations, []);
  });

  await test.step('a message whose response was lost is displayed once', async () => {
    // The request reaches the server, which is killed before its response arrives.
    let isStored = false;
    let isLost = false;
    await page.route('**/json/messages', async (route) => {
      if (isStored || route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      isStored = true;
      await server.kill();
      await route.abort();
      isLost = true;
    });
    await write(page, 'answered to nobody');
    await expect.poll(() => isLost).toBe(true);
    await expect(page.getByRole('status').getByText('No connection')).toBeVisible();
    await page.unroute('**/json/messages');
    await server.start('same');
    await expect(page.getByRole('feed').getByText('answered to nobody')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Sending' })).toHaveCount(0);
    assert.equal((await texts()).filter((text: string) => text === 'answered to nobody').length, 1);
    assert.deepEqual(registrations, []);
  });

  await test.step('reopening the page after another kill registers no queue', async () => {
    await server.kill();
    await server.start('same');
    await say('while it was closed');
    await page.reload();
    await expect(page.getByRole('feed').getByText('while it was closed')).toBeVisible();
    assert.deepEqual(registrations, []);
  });
});
