// The first unread message of a view that is already stored.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { cachedStart } from '../../web/message-list/cached-start.ts';
import { firstUnread } from '../../web/store/first-unread.ts';
import { Ranges } from '../../web/store/ranges.ts';

const state = {
  user_id: 1,
  unread_msgs: {
    streams: [
      { stream_id: 5, topic: 'a', unread_message_ids: [30, 40] },
      { stream_id: 5, topic: 'muted', unread_message_ids: [10] },
    ],
    pms: [{ other_user_id: 2, sender_id: 2, unread_message_ids: [35] }],
    huddles: [{ user_ids_string: '1,2,3', unread_message_ids: [20] }],
    mentions: [40],
  },
  user_topics: [{ stream_id: 5, topic_name: 'muted', visibility_policy: 1 }],
  subscriptions: [],
} as unknown as State;

test('the first unread message of a view is found for each kind of view', () => {
  const first = (view: Parameters<typeof firstUnread>[1]) => firstUnread(state, view);
  assert.equal(first({ kind: 'topic', channelId: 5, topic: 'A' }), 30);
  assert.equal(first({ kind: 'channel', channelId: 5 }), 10);
  assert.equal(first({ kind: 'direct', ids: [2] }), 35);
  assert.equal(first({ kind: 'allDirect' }), 20);
  assert.equal(first({ kind: 'combined' }), 20);
  assert.equal(first({ kind: 'mentions' }), 40);
  assert.equal(first({ kind: 'topic', channelId: 6, topic: 'a' }), undefined);
  assert.equal(first({ kind: 'search' }), 'unknown');
});

test('a view starts without a request only if its start is stored', () => {
  const end = Ranges.none.withPage({ ids: [20, 30, 40], reachesOldest: false, reachesNewest: true });
  const middle = Ranges.none.withPage({ ids: [20, 30, 40], reachesOldest: false, reachesNewest: false });
  assert.deepEqual(cachedStart(end, undefined), { kind: 'end' });
  assert.equal(cachedStart(middle, undefined), undefined);
  assert.deepEqual(cachedStart(middle, 30), { kind: 'message', id: 30, at: 'unread' });
  assert.equal(cachedStart(end, 10), undefined);
  assert.equal(cachedStart(end, 50), undefined);
  assert.equal(cachedStart(end, 'unknown'), undefined);
  assert.equal(cachedStart(Ranges.none, undefined), undefined);
});
