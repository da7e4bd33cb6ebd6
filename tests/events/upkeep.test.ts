// Background upkeep of event queues: a failure is logged once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

test('failing upkeep is logged once, and not again while it keeps failing', async () => {
  const logLines: unknown[] = [];
  let tries = 0;
  const error = (fields: Readonly<Record<string, unknown>>, message: string) => {
    if (message.startsWith('upkeep failed')) logLines.push(fields.upkeep);
  };
  const server = await startTestServer({ log: { info: () => undefined, warn: () => undefined, error } });
  await server.as('mel');
  const hub = await server.server.services.hubs.upToDate(1);
  hub.storePresence = async () => {
    tries++;
    throw new Error('the disk is full');
  };
  await waitUntil(async () => tries >= 2);
  assert.deepEqual(logLines, ['save presence']);
});
