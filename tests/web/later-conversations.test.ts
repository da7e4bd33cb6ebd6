// The conversations that the viewer has put away: which are away and which are back, and the events of optimistic
// changes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fold } from '../../client/state/fold.ts';
import type { State } from '../../client/state/state.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { laterConversations, laterEvent, namedConversation } from '../../web/store/later-conversations.ts';
import type { Conversation } from '../../web/store/narrow-targets.ts';
import { startTestServer } from '../support/server.ts';

const OWN = 1;
const topicEntry = (topic: string, until: number, returned_at: number | null = null) => ({
  ...{ stream_id: 5, topic, user_ids: [], until, returned_at },
});
const directEntry = (user_ids: readonly number[], until: number, returned_at: number | null = null) => ({
  ...{ stream_id: null, topic: '', user_ids: [...user_ids], until, returned_at },
});
const topicOf = (topic: string): Conversation => ({ kind: 'topic', channelId: 5, topic });
const directWith = (...ids: number[]): Conversation => ({ kind: 'direct', ids });

describe('a conversation for later', () => {
  const state = {
    later_conversations: [
      topicEntry('Lunch', 900),
      directEntry([1, 2], 800),
      directEntry([1], 300, 310),
      topicEntry('plans', 400, 410),
    ],
  } as unknown as State;
  const later = laterConversations(state, OWN);

  test('is found by its conversation, regardless of case', () => {
    assert.equal(later.get(topicOf('LUNCH'))?.until, 900);
    assert.equal(later.get(directWith(2))?.until, 800);
    assert.equal(later.get(directWith(1))?.returnedAt, 310);
    assert.equal(later.get(topicOf('dinner')), undefined);
  });

  test('is away until it comes back', () => {
    assert.ok(later.isAway(topicOf('lunch')));
    assert.ok(later.isAway(directWith(2)));
    assert.ok(!later.isAway(directWith(1)));
    assert.ok(!later.isAway(topicOf('dinner')));
  });

  test('is listed by the time at which it comes back or came back', () => {
    assert.deepEqual(
      later.away.map(({ conversation }) => conversation),
      [directWith(2), topicOf('Lunch')],
    );
    assert.deepEqual(
      later.back.map(({ conversation }) => conversation),
      [topicOf('plans'), directWith(1)],
    );
  });

  test('is the same object until the conversations for later change', () => {
    assert.equal(laterConversations({ ...state, user_topics: [] }, OWN), later);
    assert.deepEqual(laterConversations({} as State, OWN).away, []);
  });
});

describe('an optimistic change applies the same event that the server sends', async () => {
  const { as } = await startTestServer();
  const [mel, mia] = [await as('mel'), await as('mia')];
  const { stream_id: general } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
  const path = '/users/me/later_conversations';
  const until = nowSeconds() + 3600;

  for (const [what, conversation] of [
    ['a topic', { kind: 'topic', channelId: general, topic: 'lunch' }],
    ['direct messages', { kind: 'direct', ids: [mia.userId] }],
    ['notes', { kind: 'direct', ids: [mel.userId] }],
  ] as const)
    test(`for ${what}`, async () => {
      const listener = await mel.registerQueue();
      const parameters = namedConversation(conversation);
      await mel.ok('POST', path, { ...parameters, until });
      await mel.ok('DELETE', path, parameters);
      const addEvent = laterEvent(conversation, { until, returnedAt: null }, mel.userId);
      const removeEvent = laterEvent(conversation, undefined, mel.userId);
      const events = await listener.events();
      assert.deepEqual(
        events.map((event) => ({ ...event, id: -1 })),
        [addEvent, removeEvent],
      );
      const empty = { later_conversations: [] } as unknown as State;
      const folded = fold(empty, addEvent, mel.userId);
      assert.ok(laterConversations(folded, mel.userId).isAway(conversation));
      assert.deepEqual(fold(folded, removeEvent, mel.userId), empty);
    });
});
