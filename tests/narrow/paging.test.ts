// Small pages through a narrow, in either direction and from any anchor, add up to one large page: sources that merge many
// index ranges lose and repeat nothing, however the messages are distributed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { not, term, type WireTerm } from './message-history.ts';

const server = await startTestServer();
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);

/** The same sequence in every run. */
let seed = 20_260_101;
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}

const CHANNELS = 20;
const channels: { id: number; name: string }[] = [];
for (let index = 0; index < CHANNELS; index++) {
  const name = `paged ${index}`;
  // Mel is in most of them, the guest in three.
  const subscribers = [olive, mia, ...(index < 14 ? [mel] : []), ...(index % 7 === 0 ? [gus] : [])];
  const { id } = await olive.ok('POST', '/channels/create', {
    name,
    subscribers: subscribers.map((person) => person.userId),
  });
  channels.push({ id, name });
}
const sent: number[] = [];
for (let index = 0; index < 240; index++) {
  // A few channels are busy, most are quiet.
  const channel = channels[Math.min(random(CHANNELS), random(CHANNELS))];
  assert.ok(channel);
  const kind = random(10);
  if (kind === 0) sent.push(await mia.sendDirect([mel.userId], `direct ${index}`));
  else if (kind === 1) sent.push(await mel.sendDirect([gus.userId, mia.userId], `group ${index}`));
  else
    sent.push(
      await mia.sendToChannel(
        channel.name,
        `topic ${random(4)}`,
        `words ${index} https://example.com/${index}`,
      ),
    );
  if (index === 120) {
    await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['paged 0', 'paged 3'] });
  }
  if (index === 180) {
    await mel.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'paged 0' }, { name: 'paged 17' }],
    });
  }
}
for (let index = 0; index < 12; index++) {
  const { messages } = await olive.ok('GET', '/messages', {
    anchor: sent[random(sent.length)],
    num_before: 1,
    num_after: 0,
    narrow: [term('channels', 'public')],
  });
  const movedMessage = messages.at(-1);
  await olive.ok('PATCH', `/messages/${movedMessage.id}`, {
    stream_id: channels[random(CHANNELS)]?.id,
    topic: `moved ${index}`,
    send_notification_to_new_thread: false,
  });
}
await mel.ok('POST', '/messages/flags', {
  messages: sent.filter((_, index) => index % 9 === 0),
  op: 'add',
  flag: 'starred',
});

async function page(reader: ApiClient, narrow: readonly WireTerm[], parameters: Record<string, unknown>) {
  const body = await reader.ok('GET', '/messages', { num_before: 0, num_after: 0, ...parameters, narrow });
  return { ...body, ids: body.messages.map((message: { id: number }): number => message.id) };
}

const narrows: readonly WireTerm[][] = [
  [],
  [term('is', 'dm')],
  [not('is', 'dm')],
  [term('is', 'starred')],
  [term('is', 'unread')],
  [not('is', 'starred')],
  [term('channels', 'public')],
  [term('topic', 'topic 1')],
  [term('has', 'link')],
  [term('sender', 'mia@example.com')],
  [term('search', 'words')],
  [term('channel', 'paged 0')],
  [term('channel', 'paged 0'), not('is', 'unread')],
];

const people: readonly [string, ApiClient][] = [
  ['mel', mel],
  ['gus', gus],
];
for (const [name, reader] of people) {
  for (const narrow of narrows) {
    test(`${name} pages through ${JSON.stringify(narrow)}`, async () => {
      const { ids: whole } = await page(reader, narrow, { anchor: 'newest', num_before: 2000 });
      assert.deepEqual(
        whole,
        [...new Set<number>(whole)].sort((a, b) => a - b),
      );
      const idsBackwards: number[] = [];
      let anchor: unknown = 'newest';
      for (let round = 0; round < 200; round++) {
        const body = await page(reader, narrow, { anchor, num_before: 13, include_anchor: false });
        idsBackwards.unshift(...body.ids);
        if (body.found_oldest) break;
        anchor = body.ids[0];
      }
      assert.deepEqual(idsBackwards, whole);
      const forth: number[] = [];
      anchor = 0;
      for (let round = 0; round < 200; round++) {
        const body = await page(reader, narrow, { anchor, num_after: 19, include_anchor: false });
        forth.push(...body.ids);
        if (body.found_newest) break;
        anchor = body.ids.at(-1);
      }
      assert.deepEqual(forth, whole);
      for (let round = 0; round < 5; round++) {
        const middle = Number(sent[random(sent.length)]);
        const body = await page(reader, narrow, { anchor: middle, num_before: 5, num_after: 5 });
        const idsBelow = whole.filter((id: number) => id < middle).slice(-5);
        const idsAbove = whole.filter((id: number) => id > middle).slice(0, 5);
        assert.deepEqual(body.ids, [...idsBelow, ...(whole.includes(middle) ? [middle] : []), ...idsAbove]);
      }
    });
  }
}

test('all messages that mel received are exactly her own history', async () => {
  const { ids: all } = await page(olive, [term('channels', 'public')], {
    anchor: 'newest',
    num_before: 2000,
  });
  const { ids: own } = await page(mel, [not('is', 'dm')], { anchor: 'newest', num_before: 2000 });
  const { messages } = await mel.ok('GET', '/messages/matches_narrow', {
    msg_ids: all,
    narrow: [not('is', 'dm')],
  });
  assert.deepEqual(
    own.filter((id: number) => all.includes(id)),
    Object.keys(messages).map(Number),
  );
});
