// Whom an entry of the log is delivered to, for each kind of audience, and how far an audience may reach.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Audience, MessageReaders } from '../../src/api-contract/event.ts';
import { reachOf } from '../../src/events/audience-index.ts';
import { isInAudience } from '../../src/events/viewer.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { entry, KNOWN, ME, type ViewerOptions, viewer } from './viewers.ts';

/** At position 32 a viewer is subscribed to channel 1, and no longer to channel 2. */
const subscriptions = new Map([
  [1, [{ from: 16, to: null }]],
  [2, [{ from: 16, to: 32 }]],
]);
const member: ViewerOptions = { subscriptions };
const guest: ViewerOptions = { subscriptions, role: Role.guest };
const memberWithAllPublic: ViewerOptions = { ...member, options: { allPublicStreams: true } };
const guestWithAllPublic: ViewerOptions = { ...guest, options: { allPublicStreams: true } };

const isIn = (audience: Audience, options: ViewerOptions = member) =>
  isInAudience(entry('x', { audience }), viewer(options));

test('an audience has no accounts, all accounts or named accounts', () => {
  assert.equal(isIn({ kind: 'nobody' }), false);
  assert.equal(isIn({ kind: 'everyone' }, guest), true);
  assert.equal(isIn({ kind: 'accounts', ids: [KNOWN, ME] }), true);
  assert.equal(isIn({ kind: 'accounts', ids: [KNOWN] }), false);
});

test('the members audience excludes guests and can include the subscribers of some channels', () => {
  assert.equal(isIn({ kind: 'members' }), true);
  assert.equal(isIn({ kind: 'members' }, guest), false);
  assert.equal(isIn({ kind: 'members', orSubscribersOf: [2, 1] }, guest), true);
  assert.equal(isIn({ kind: 'members', orSubscribersOf: [2] }, guest), false);
  assert.equal(isIn({ kind: 'members', also: [ME] }, guest), true);
  assert.equal(isIn({ kind: 'members', also: [KNOWN] }, guest), false);
});

test('a channel audience has its subscribers at that position, named accounts, and queues for all public channels', () => {
  assert.equal(isIn({ kind: 'channel', channelId: 1 }), true);
  assert.equal(isIn({ kind: 'channel', channelId: 2 }), false);
  assert.equal(isIn({ kind: 'channel', channelId: 2, also: [ME] }), true);
  assert.equal(isIn({ kind: 'channel', channelId: 2, isPublic: true }), false);
  assert.equal(isIn({ kind: 'channel', channelId: 2, isPublic: true }, memberWithAllPublic), true);
  assert.equal(isIn({ kind: 'channel', channelId: 2 }, memberWithAllPublic), false);
  assert.equal(isIn({ kind: 'channel', channelId: 2, isPublic: true }, guestWithAllPublic), false);
});

test('a difference audience has the accounts in one audience and not in another', () => {
  const everyone: Audience = { kind: 'everyone' };
  assert.equal(isIn({ kind: 'difference', of: everyone, minus: { kind: 'nobody' } }), true);
  assert.equal(isIn({ kind: 'difference', of: everyone, minus: everyone }), false);
  assert.equal(isIn({ kind: 'difference', of: { kind: 'nobody' }, minus: { kind: 'nobody' } }), false);
});

test('an audience of message readers follows the history that the channel shows', () => {
  const readers = (
    history: MessageReaders['history'],
    channelId: number,
    changes: Partial<MessageReaders> = {},
  ): MessageReaders => ({
    kind: 'readers',
    channelId,
    history,
    received: [],
    holders: [],
    ...changes,
  });
  const holder = { holders: [ME] };
  const received = { received: [{ channelId: 2, from: 20, to: 24 }] };
  const neverSubscribed = { received: [{ channelId: 2, from: 32, to: 40 }] };
  // Subscribers of a channel with shared history; with protected history, those who hold or received the message.
  assert.equal(isIn(readers('public', 1)), true);
  assert.equal(isIn(readers('shared', 1), guest), true);
  assert.equal(isIn(readers('protected', 1)), false);
  assert.equal(isIn(readers('protected', 1, holder)), true);
  assert.equal(isIn(readers('protected', 1, received), guest), true);
  assert.equal(isIn(readers('protected', 1, neverSubscribed)), false);
  // Others, if the channel is public and they are not guests.
  assert.equal(isIn(readers('public', 2)), false);
  assert.equal(isIn(readers('public', 2, holder)), true);
  assert.equal(isIn(readers('public', 2, received)), true);
  assert.equal(isIn(readers('public', 2, neverSubscribed)), false);
  assert.equal(isIn(readers('public', 2, holder), guest), false);
  assert.equal(isIn(readers('shared', 2, holder)), false);
  assert.equal(isIn(readers('protected', 2, received)), false);
  assert.equal(isIn(readers('protected', 2, { also: [ME] }), guest), true);
});

test('the reach of an audience covers every account that it may include', () => {
  const none = { accountIds: [], channelIds: [], isPublic: false };
  assert.deepEqual(reachOf({ kind: 'nobody' }), none);
  assert.deepEqual(reachOf({ kind: 'accounts', ids: [3] }), { ...none, accountIds: [3] });
  assert.equal(reachOf({ kind: 'everyone' }), 'anybody');
  assert.equal(reachOf({ kind: 'members' }), 'anybody');
  assert.deepEqual(reachOf({ kind: 'channel', channelId: 1 }), { ...none, channelIds: [1] });
  const channel: Audience = { kind: 'channel', channelId: 1, isPublic: true, also: [4] };
  assert.deepEqual(reachOf(channel), { accountIds: [4], channelIds: [1], isPublic: true });
  assert.deepEqual(
    reachOf({ kind: 'difference', of: channel, minus: { kind: 'everyone' } }),
    reachOf(channel),
  );
  const readers: MessageReaders = {
    kind: 'readers',
    channelId: 1,
    history: 'public',
    received: [
      { channelId: 2, from: 16, to: 16 },
      { channelId: 1, from: 32, to: 32 },
    ],
    holders: [5],
    also: [6],
  };
  assert.deepEqual(reachOf(readers), { accountIds: [5, 6], channelIds: [1, 2], isPublic: false });
});
