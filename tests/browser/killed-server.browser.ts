// A server that is killed while a page is open: the page continues where it was, and receives everything written in
// the meantime.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import { KillableServer } from '../support/killable.ts';
import { waitUntil } from '../support/waiting.ts';
import { skip, startBrowser } from './browser.ts';

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

test('a server that is killed and restarted', { skip }, async (context) => {
  const server = await KillableServer.prepare();
  await server.start();
  const open = await startBrowser(server);
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  const address = `#narrow/channel/${stream_id}/topic/killed`;
  const page = await open('Mel Member', address);
  await page.getByRole('textbox', { name: /^Message/ }).waitFor();
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

  await context.test('the page continues with its queue, and messages in between arrive once', async () => {
    await say('before');
    await page.getByRole('feed').getByText('before').waitFor();
    await server.kill();
    for (const text of ['one', 'two', 'three']) await write(page, text);
    await page.getByRole('list', { name: 'Sending' }).getByText('three').waitFor();
    await page.getByRole('status').getByText('No connection').waitFor();
    await server.start('same');
    await waitUntil(async () => (await texts()).length >= 4);
    await say('after');
    await page.getByRole('feed').getByText('after', { exact: true }).waitFor();
    assert.deepEqual(await texts(), ['before', 'one', 'two', 'three', 'after']);
    await page.getByRole('list', { name: 'Sending' }).waitFor({ state: 'detached' });
    for (const text of ['one', 'two', 'three'])
      assert.equal(await page.getByRole('feed').getByText(text, { exact: true }).count(), 1);
    assert.deepEqual(registrations, []);
  });

  await context.test('a message whose response was lost is displayed once', async () => {
    // The request reaches the server, which is killed before its response arrives.
    let isStored = false;
    await page.route('**/json/messages', async (route) => {
      if (isStored || route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      isStored = true;
      await server.kill();
      await route.abort();
    });
    await write(page, 'answered to nobody');
    await page.getByRole('status').getByText('No connection').waitFor();
    await page.unroute('**/json/messages');
    await server.start('same');
    await page.getByRole('feed').getByText('answered to nobody').waitFor();
    await page.getByRole('list', { name: 'Sending' }).waitFor({ state: 'detached' });
    assert.equal((await texts()).filter((text: string) => text === 'answered to nobody').length, 1);
    assert.deepEqual(registrations, []);
  });

  await context.test('reopening the page after another kill registers no queue', async () => {
    await server.kill();
    await server.start('same');
    await say('while it was closed');
    await page.reload();
    await page.getByRole('feed').getByText('while it was closed').waitFor();
    assert.deepEqual(registrations, []);
  });
});
