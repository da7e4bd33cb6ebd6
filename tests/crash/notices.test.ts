// A `kill -9` between a change and its notice: after the next start every stored change has been announced once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KillableServer } from '../support/killable.ts';
import { startTestServer } from '../support/server.ts';

const TOPICS = 40;
/** Longer than a notice waits for the request that causes it. */
const HOUR_SECONDS = 3600;

const killableServer = await KillableServer.prepare();

test('topics that were resolved when the server was killed get their notices', async () => {
  await killableServer.start();
  const mel = await killableServer.as('mel');
  const ids = await Promise.all(
    Array.from({ length: TOPICS }, (_, number) => mel.sendToChannel('general', `killed ${number}`, 'a')),
  );
  const listener = await mel.registerQueue({ event_types: ['update_message'] });
  const answers = ids.map((id, number) =>
    mel
      .request('PATCH', `/messages/${id}`, { topic: `✔ killed ${number}`, propagate_mode: 'change_all' })
      .catch(() => undefined),
  );
  // At this time some changes are on disk, and few of their notices.
  await listener.next();
  await killableServer.kill();
  await Promise.all(answers);

  const { dataDirectory, databaseUrl } = killableServer;
  const clock = () => Date.now() / 1000 + HOUR_SECONDS;
  const restarted = await startTestServer({ dataDirectory, databaseUrl, clock });
  await restarted.server.scheduler.runDue();
  const mia = await restarted.as('mia');
  const { messages } = await mia.ok('GET', '/messages', {
    narrow: [{ operator: 'channel', operand: 'general' }],
    anchor: 'newest',
    num_before: 5 * TOPICS,
    num_after: 0,
    apply_markdown: false,
  });
  const texts = new Map<string, string[]>();
  for (const { subject, content } of messages) {
    if (/killed \d+$/.test(subject)) texts.set(subject, [...(texts.get(subject) ?? []), content]);
  }
  const resolvedTopics = [...texts].filter(([topic]) => topic.startsWith('✔'));
  assert.equal(texts.size, TOPICS);
  assert.ok(resolvedTopics.length > 0);
  for (const [topic, contents] of resolvedTopics) {
    assert.equal(contents.length, 2, topic);
    assert.match(contents[1] ?? '', /has marked this topic as resolved\.$/);
  }
  for (const [topic, contents] of texts) if (!topic.startsWith('✔')) assert.deepEqual(contents, ['a']);
});
