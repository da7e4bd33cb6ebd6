// Reading messages: ranges around every anchor, single messages, what visitors may read, and who sees what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient, Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const END = 10_000_000_000_000_000;

async function page(client: ApiClient, parameters: Json) {
  return client.ok('GET', '/messages', { num_before: 0, num_after: 0, ...parameters });
}

const idsOf = (body: { messages: { id: number }[] }) => body.messages.map((message) => message.id);

async function saySeveral(client: ApiClient, channel: string, topic: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) ids.push(await client.say(channel, topic, `${topic} ${index}`));
  return ids;
}

const inTopic = (topic: string) => [
  { operator: 'channel', operand: 'general' },
  { operator: 'topic', operand: topic },
];

test('the newest page of a topic', async () => {
  const mel = await server.as('mel');
  const ids = await saySeveral(mel, 'general', 'newest', 5);
  const body = await page(mel, { anchor: 'newest', num_before: 3, narrow: inTopic('newest') });
  assert.deepEqual(idsOf(body), ids.slice(2));
  assert.equal(body.anchor, END);
  assert.deepEqual(
    [body.found_newest, body.found_oldest, body.found_anchor, body.history_limited],
    [true, false, false, false],
  );
});

test('ranges around an id', async () => {
  const mel = await server.as('mel');
  const ids = await saySeveral(mel, 'general', 'ranges', 7);
  const [a, b, c, d, e, f, g] = ids;
  const narrow = inTopic('ranges');
  const cases: [Json, (number | undefined)[], string][] = [
    [{ anchor: d, num_before: 2, num_after: 2 }, [b, c, d, e, f], '--a'],
    [{ anchor: d, num_before: 3, num_after: 3 }, [a, b, c, d, e, f, g], '--a'],
    [{ anchor: d, num_before: 4, num_after: 4 }, [a, b, c, d, e, f, g], 'ona'],
    [{ anchor: d, num_before: 0, num_after: 0 }, [d], '--a'],
    [{ anchor: d, num_before: 0, num_after: 2 }, [d, e, f], '--a'],
    [{ anchor: d, num_before: 2, num_after: 0 }, [b, c, d], '--a'],
    [{ anchor: d, num_before: 2, num_after: 0, include_anchor: false }, [b, c], '---'],
    [{ anchor: d, num_before: 0, num_after: 2, include_anchor: false }, [e, f], '---'],
    [{ anchor: 'oldest', num_before: 0, num_after: 2 }, [a, b], 'o--'],
    [{ anchor: 'oldest', num_before: 9, num_after: 9 }, ids, 'on-'],
    [{ anchor: 'newest', num_before: 2, num_after: 9 }, [f, g], '-n-'],
    [{ anchor: 'newest', num_before: 9 }, ids, 'on-'],
    [{ anchor: -5, num_after: 1 }, [a], 'o--'],
    [{ anchor: '20000000000000000', num_before: 1 }, [g], '-n-'],
    [{ anchor: Number(g) + 1, num_before: 1, num_after: 1 }, [g], '-n-'],
    [{ anchor: g, num_after: 0 }, [g], '--a'],
    [{ anchor: f, num_after: 1 }, [f, g], '--a'],
    [{ anchor: f, num_after: 2 }, [f, g], '-na'],
  ];
  for (const [parameters, expected, found] of cases) {
    const body = await page(mel, { ...parameters, narrow });
    const label = JSON.stringify(parameters);
    assert.deepEqual(idsOf(body), expected, label);
    const flags = [body.found_oldest ? 'o' : '-', body.found_newest ? 'n' : '-', body.found_anchor ? 'a' : '-'];
    assert.equal(flags.join(''), found, label);
  }
});

test('the combined feed, in both forms of content', async () => {
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const id = await mia.say('general', 'feed', 'in **bold**');
  const direct = await mia.tell([mel.userId], 'hello');
  const body = await page(mel, { anchor: 'newest', num_before: 2 });
  assert.deepEqual(idsOf(body), [id, direct]);
  assert.equal(body.messages[0].content, '<p>in <strong>bold</strong></p>');
  assert.equal(body.messages[0].content_type, 'text/html');
  const raw = await page(mel, { anchor: 'newest', num_before: 2, apply_markdown: false });
  assert.equal(raw.messages[0].content, 'in **bold**');
  assert.equal(raw.messages[0].content_type, 'text/x-markdown');
});
