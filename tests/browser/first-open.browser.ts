// The first opening after logging in: nothing stands between it and the first message but what that needs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip, startBrowserTest } from './browser.ts';

const MOST_REQUESTS = 6;

test('the first message is asked for with the sixth request at most', {
  skip,
  timeout: 120_000,
}, async () => {
  const { server, open } = await startBrowserTest();
  const adam = await server.as('adam');
  const { stream_id } = await adam.call('get-stream-id', { stream: 'engineering' });
  await adam.say('engineering', 'first', 'the first that is read');
  // Somebody who was never here: neither the worker nor anything kept.
  const page = await open(undefined, 'login/');
  const asked: string[] = [];
  let isIn = false;
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path === '/') isIn = true;
    // The browser asks for the picture of its tab when it likes.
    if (isIn && !path.startsWith('/web/icon-')) asked.push(path);
  });
  await page.goto(`${server.url}/login/#narrow/channel/${stream_id}/topic/first`);
  await page.getByRole('button', { name: 'Log in as Mel Member' }).click();
  await page.getByRole('feed').getByText('the first that is read').waitFor();
  const count = asked.indexOf('/json/messages') + 1;
  assert.ok(count > 0 && count <= MOST_REQUESTS, asked.join(' '));
});
