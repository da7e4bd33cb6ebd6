// Rendering Markdown without sending it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();

test('Markdown is rendered as for a sent message', async () => {
  const mel = await server.as('mel');
  const { rendered } = await mel.ok('POST', '/messages/render', {
    content: '**bold** @**Mia Member** #**general**',
  });
  const listener = await mel.registerQueue();
  await mel.sendToChannel('general', 'render', '**bold** @**Mia Member** #**general**');
  const [event] = await listener.eventsOf('message');
  assert.equal(rendered, event.message.content);
});

test('an empty text renders as nothing, and the text is required', async () => {
  const mel = await server.as('mel');
  assert.equal((await mel.ok('POST', '/messages/render', { content: ' ' })).rendered, '');
  await mel.refused('POST', '/messages/render', {}, 'REQUEST_VARIABLE_MISSING', "Missing 'content' argument");
});
