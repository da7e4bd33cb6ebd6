// The number of channels that one request may create.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';

test('bound newChannelsPerRequest: a request creates a bounded number of channels, and subscribes to any number of existing ones', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const maximum = limits.newChannelsPerRequest;
  const newChannels = (count: number, description?: string) =>
    Array.from({ length: count }, (_, index) => ({
      name: `many ${index}`,
      ...(description && { description }),
    }));
  const path = '/users/me/subscriptions';
  const message = `A request can create at most ${maximum} channels.`;
  for (const description of [undefined, 'described']) {
    await mel.refused(
      'POST',
      path,
      { subscriptions: newChannels(maximum + 1, description) },
      'BAD_REQUEST',
      message,
    );
  }
  await mel.ok('POST', path, { subscriptions: newChannels(maximum) });
  const others = newChannels(maximum * 2).slice(maximum);
  await mel.ok('POST', path, { subscriptions: others });
  const mia = await server.as('mia');
  const { subscribed } = await mia.ok('POST', path, { subscriptions: newChannels(maximum * 2) });
  assert.equal(Object.values(subscribed).flat().length, maximum * 2);
});
