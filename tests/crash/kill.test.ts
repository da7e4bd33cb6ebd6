// After a `kill -9` in the middle of work, everything that was acknowledged is there, and every event queue continues
// without gaps or repeats.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiClient } from '../support/client.ts';
import { KillableServer } from '../support/killable.ts';

const server = await KillableServer.prepare();

const ROUNDS = 2;
const SENDERS = 8;
const SENT_BEFORE_KILL = 60;

test('nothing acknowledged is lost, and queues continue where they were', async () => {
  await server.start();
  const mel = await server.as('mel');
  const client = () => new ApiClient(server.url, mel.email, mel.apiKey, mel.userId);
  const snapshot = await client().ok('POST', '/register', {
    event_types: ['message'],
    idle_queue_timeout: 3600,
  });
  let lastEventId: number = snapshot.last_event_id;
  const receivedContents: string[] = [];
  const acknowledged = new Set<string>();
  const poll = async () => {
    for (;;) {
      const { events } = await client().ok('GET', '/events', {
        queue_id: snapshot.queue_id,
        last_event_id: lastEventId,
        dont_block: true,
      });
      if (events.length === 0) return;
      for (const event of events) {
        assert.ok(event.id > lastEventId, 'ids rise');
        lastEventId = event.id;
        receivedContents.push(event.message.content);
      }
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    let sent = 0;
    const sender = async (number: number) => {
      for (let count = 0; ; count++) {
        const content = `round ${round} sender ${number} message ${count}`;
        try {
          const { status } = await client().request('POST', '/messages', {
            type: 'channel',
            to: 'general',
            topic: 'kill',
            content,
          });
          if (status !== 200) return;
          acknowledged.add(content);
          if (++sent === SENT_BEFORE_KILL) server.signalKill();
        } catch {
          return;
        }
      }
    };
    await Promise.all([
      ...Array.from({ length: SENDERS }, (_, number) => sender(number)),
      poll().catch(() => undefined),
    ]);
    await server.kill();
    await server.start();
    await poll();
    const distinct = new Set(receivedContents);
    assert.equal(distinct.size, receivedContents.length, 'no message came twice');
    for (const content of acknowledged) assert.ok(distinct.has(content), `lost: ${content}`);
  }
  assert.ok(acknowledged.size >= ROUNDS * SENT_BEFORE_KILL);
  await server.kill();
});
