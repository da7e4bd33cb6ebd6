// The kinds of narrows that views show, and their addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import type { Message } from '../../web/store/message.ts';
import {
  addressOf,
  addressOfMessage,
  conversationOf,
  isSameTarget,
  type NarrowTarget,
  narrowOf,
  narrowTargetOf,
  topicsAddress,
} from '../../web/store/narrow-targets.ts';
import { made, term } from './naive-server.ts';

const OWN = 5;
const state = { subscriptions: [{ stream_id: 7, name: 'design team' }] } as unknown as State;
const direct = (...ids: number[]) =>
  ({
    ...made(9, 1, ''),
    type: 'private',
    display_recipient: ids.map((id) => ({ id })),
  }) as unknown as Message;

test('a narrow has the kind of target that its terms name', () => {
  const cases: readonly [Parameters<typeof narrowTargetOf>[0], NarrowTarget][] = [
    [[], { kind: 'combined' }],
    [[term('near', '9')], { kind: 'combined' }],
    [[term('channel', '7')], { kind: 'channel', channelId: 7 }],
    [
      [term('channel', '7'), term('topic', 'Plans'), term('near', '9'), term('with', '9')],
      { kind: 'topic', channelId: 7, topic: 'Plans' },
    ],
    [[term('channel', '7'), term('is', 'starred')], { kind: 'search' }],
    [[term('channel', 'design')], { kind: 'search' }],
    [[term('channel', '7', true)], { kind: 'search' }],
    [[term('channel', '7'), term('topic', 'a', true)], { kind: 'search' }],
    [[term('channel', '7'), term('topic', 'a'), term('is', 'starred')], { kind: 'search' }],
    [[term('topic', '7')], { kind: 'search' }],
    [[term('dm', '8,5,3')], { kind: 'direct', ids: [3, 8] }],
    [[term('dm', '5')], { kind: 'direct', ids: [5] }],
    [[term('dm', 'mia')], { kind: 'search' }],
    [[term('dm', '3'), term('is', 'starred')], { kind: 'search' }],
    [[term('sender', '3')], { kind: 'search' }],
    [[term('is', 'mentioned')], { kind: 'mentions' }],
    [[term('is', 'starred')], { kind: 'starred' }],
    [[term('is', 'dm')], { kind: 'allDirect' }],
    [[term('is', 'unread')], { kind: 'search' }],
    [[term('search', 'starred')], { kind: 'search' }],
  ];
  for (const [narrow, expected] of cases)
    assert.deepEqual(narrowTargetOf(narrow, OWN), expected, JSON.stringify(narrow));
});

test('a target is the target of its own narrow', () => {
  for (const target of [
    { kind: 'topic', channelId: 7, topic: '' },
    { kind: 'channel', channelId: 7 },
    { kind: 'direct', ids: [3, 8] },
    { kind: 'mentions' },
    { kind: 'starred' },
    { kind: 'allDirect' },
  ] as const)
    assert.deepEqual(narrowTargetOf(narrowOf(target), OWN), target);
});

test('two targets are the same only if they show the same messages, ignoring the case of topics', () => {
  const topic = { kind: 'topic', channelId: 7, topic: 'Plans' } as const;
  const same: readonly [NarrowTarget, NarrowTarget, boolean][] = [
    [topic, { ...topic, topic: 'PLANS' }, true],
    [topic, { ...topic, topic: 'Plan' }, false],
    [topic, { ...topic, channelId: 8 }, false],
    [topic, { kind: 'channel', channelId: 7 }, false],
    [{ kind: 'channel', channelId: 7 }, { kind: 'channel', channelId: 7 }, true],
    [{ kind: 'channel', channelId: 7 }, { kind: 'channel', channelId: 8 }, false],
    [{ kind: 'direct', ids: [3, 8] }, { kind: 'direct', ids: [3, 8] }, true],
    [{ kind: 'direct', ids: [3] }, { kind: 'direct', ids: [3, 8] }, false],
    [{ kind: 'starred' }, { kind: 'starred' }, true],
    [{ kind: 'starred' }, { kind: 'mentions' }, false],
    [{ kind: 'search' }, { kind: 'search' }, false],
  ];
  for (const [a, b, expected] of same) assert.equal(isSameTarget(a, b), expected, JSON.stringify([a, b]));
});

test('addresses contain the name of a channel that is known', () => {
  assert.equal(addressOf({ kind: 'channel', channelId: 7 }, state), '#narrow/channel/7-design-team');
  assert.equal(topicsAddress(7, state), '#topics/channel/7-design-team');
  assert.equal(topicsAddress(8, state), '#topics/channel/8');
});

test('the address of a direct message names all participants, and opens the conversation of each', () => {
  const message = direct(8, OWN, 3);
  assert.deepEqual(conversationOf(message, OWN), { kind: 'direct', ids: [3, 8] });
  assert.equal(addressOfMessage(message, state, OWN), '#narrow/dm/3,5,8-group/near/9');
  assert.equal(addressOfMessage(direct(OWN), state, OWN), '#narrow/dm/5-dm/near/9');
  assert.equal(addressOfMessage(direct(OWN, 3), state, OWN), '#narrow/dm/3,5-dm/near/9');
  assert.equal(
    addressOfMessage(made(9, 7, 'a b'), state, OWN),
    '#narrow/channel/7-design-team/topic/a.20b/near/9',
  );
});
