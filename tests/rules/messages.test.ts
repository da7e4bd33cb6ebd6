// Who sees, sends, changes and moves messages, as tables; see also the tests of messages.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import type { Channel } from '../../src/model/channels/channel.ts';
import type { ChannelMembership } from '../../src/model/channels/channel-access.ts';
import { checkMessageChanges, type RequestedChanges } from '../../src/model/messages/edit-rules.ts';
import { channelMessageAccess } from '../../src/model/messages/message-access-rules.ts';
import {
  checkMayChangeTopic,
  checkTargetAge,
  checkWholeTopicAge,
  resolutionChange,
} from '../../src/model/messages/move-rules.ts';
import {
  type ChannelPostingFacts,
  channelWildcardForbidden,
  checkMayPost,
  checkMaySendDirectMessage,
  checkTopicPolicy,
  topicWildcardForbidden,
} from '../../src/model/messages/posting-rules.ts';
import { rule } from './rule.ts';

const channel = (more: Partial<Channel> = {}) =>
  ({
    name: 'news',
    isPrivate: false,
    isWebPublic: false,
    isHistoryPublic: true,
    isArchived: false,
    ...more,
  }) as Channel;
const isPrivate = { isPrivate: true };
const isProtected = { isPrivate: true, isHistoryPublic: false };
const isArchived = { isArchived: true };

describe('access to a channel’s content', () => {
  const member: ChannelMembership = {
    role: Role.member,
    isSubscribed: false,
    isInGrantingGroup: false,
    isInAdministeringGroup: false,
  };
  const guest = { ...member, role: Role.guest };
  const isSubscribed = true;
  const isInGrantingGroup = true;
  for (const [what, purpose, changes, membership, expected] of [
    ['a member who reads a public channel', 'read', {}, member, 'all'],
    [
      'a member who reads a public channel with protected history',
      'read',
      { isHistoryPublic: false },
      member,
      'all',
    ],
    ['a member who reads an archived channel', 'read', isArchived, member, 'all'],
    ['a member who changes a message in an archived channel', 'modify', isArchived, member, 'none'],
    ['a member who changes a message in another channel', 'modify', {}, member, 'all'],
    ['a member who reads a private channel', 'read', isPrivate, member, 'none'],
    ['a member who may join a private channel', 'read', isPrivate, { ...member, isInGrantingGroup }, 'all'],
    ['a subscriber of a private channel', 'read', isPrivate, { ...member, isSubscribed }, 'all'],
    [
      'a subscriber of a channel with protected history',
      'read',
      isProtected,
      { ...member, isSubscribed },
      'received',
    ],
    [
      'a member who may join a channel with protected history',
      'read',
      isProtected,
      { ...member, isInGrantingGroup },
      'received',
    ],
    ['a guest who is not subscribed', 'read', {}, guest, 'none'],
    ['a guest in a group that grants access', 'read', isPrivate, { ...guest, isInGrantingGroup }, 'none'],
    ['a guest who is subscribed', 'read', {}, { ...guest, isSubscribed }, 'all'],
    [
      'a guest who is subscribed to a channel with protected history',
      'read',
      { isHistoryPublic: false },
      { ...guest, isSubscribed },
      'received',
    ],
  ] as const) {
    test(`${what}: ${expected}`, () =>
      assert.equal(channelMessageAccess(channel(changes), membership, purpose), expected));
  }
});

describe('permission to post', () => {
  const post = 'You do not have permission to post in this channel.';
  const notAuthorized = "Not authorized to send to channel 'news'";
  const member: ChannelPostingFacts = {
    channel: channel(),
    role: Role.member,
    isSystemBot: false,
    canForgeSender: false,
    isInSendGroup: true,
    isSubscribed: false,
    isOwnerSubscribed: false,
    isInGrantingGroup: false,
  };
  for (const [what, changes, more, expectedError] of [
    ['a member', {}, {}, undefined],
    ['a member outside the group that may send', {}, { isInSendGroup: false }, post],
    ['a system bot', isPrivate, { isInSendGroup: false, isSystemBot: true }, undefined],
    ['a subscriber of an archived channel', isArchived, { isSubscribed: true }, notAuthorized],
    ['a system bot in an archived channel', isArchived, { isSystemBot: true }, notAuthorized],
    ['a member who is not subscribed to a private channel', isPrivate, {}, notAuthorized],
    ['a subscriber', isPrivate, { isSubscribed: true }, undefined],
    ['an account that sends for others', isPrivate, { canForgeSender: true }, undefined],
    ['a bot of a subscriber', isPrivate, { isOwnerSubscribed: true }, undefined],
    ['a member of a group that grants access', isPrivate, { isInGrantingGroup: true }, undefined],
    [
      'a member who may join a channel with protected history',
      isProtected,
      { isInGrantingGroup: true },
      notAuthorized,
    ],
    ['a guest who is not subscribed', {}, { role: Role.guest }, notAuthorized],
    ['a guest who is subscribed', {}, { role: Role.guest, isSubscribed: true }, undefined],
    ['a guest in a web-public channel', { isWebPublic: true }, { role: Role.guest }, undefined],
    [
      'a guest in a group that grants access',
      isPrivate,
      { role: Role.guest, isInGrantingGroup: true },
      notAuthorized,
    ],
    ['a guest’s bot', {}, { role: Role.guest, isOwnerSubscribed: true }, undefined],
  ] as const) {
    rule(what, expectedError, () => checkMayPost({ ...member, ...more, channel: channel(changes) }));
  }
});

describe('topics without a name', () => {
  const empty = 'Sending messages to the general chat is not allowed in this channel.';
  const onlyGeneralChat = 'Only the general chat topic is allowed in this channel.';
  for (const [policy, organizationPolicy, topic, expectedError] of [
    ['allow_empty_topic', 'disable_empty_topic', '', undefined],
    ['disable_empty_topic', 'allow_empty_topic', '', empty],
    ['disable_empty_topic', 'allow_empty_topic', 'x', undefined],
    ['empty_topic_only', 'allow_empty_topic', '', undefined],
    ['empty_topic_only', 'allow_empty_topic', 'x', onlyGeneralChat],
    ['inherit', 'disable_empty_topic', '', empty],
    ['inherit', 'allow_empty_topic', '', undefined],
  ] as const) {
    rule(
      `channel policy ${policy}, organization policy ${organizationPolicy}, topic "${topic}"`,
      expectedError,
      () => checkTopicPolicy(policy, organizationPolicy, topic),
    );
  }
});

describe('direct messages', () => {
  const disabled = 'Direct messages are disabled in this organization.';
  const noAuthorizer = 'This conversation does not include any users who can authorize it.';
  const initiate = 'You do not have permission to initiate direct message conversations.';
  const posting = {
    isSenderBot: false,
    isToBotsOnly: false,
    includesAuthorizer: true,
    isDisabled: false,
    mayInitiate: true,
    conversationExists: false,
  };
  for (const [what, more, expectedError] of [
    ['any account', {}, undefined],
    ['without an authorizer', { includesAuthorizer: false }, noAuthorizer],
    ['where direct messages are disabled', { includesAuthorizer: false, isDisabled: true }, disabled],
    ['without permission to start one', { mayInitiate: false }, initiate],
    ['in an existing conversation', { mayInitiate: false, conversationExists: true }, undefined],
    ['a bot', { includesAuthorizer: false, isSenderBot: true }, undefined],
    ['to bots', { includesAuthorizer: false, isToBotsOnly: true }, undefined],
  ] as const) {
    rule(what, expectedError, () => checkMaySendDirectMessage({ ...posting, ...more }));
  }
});

test('each kind of wildcard mention is refused with its own code', () => {
  for (const [refused, code] of [
    [channelWildcardForbidden(), 'STREAM_WILDCARD_MENTION_NOT_ALLOWED'],
    [topicWildcardForbidden(), 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'],
  ] as const) {
    assert.ok(refused instanceof ApiError);
    assert.deepEqual([refused.status, refused.code], [400, code]);
  }
});

describe('contradictory changes', () => {
  const nothing: RequestedChanges = {
    isDirect: false,
    content: false,
    topic: undefined,
    channel: false,
    propagateMode: 'change_one',
    isWidget: false,
    hashDiffers: false,
  };
  const mode = 'Invalid propagate_mode without topic edit';
  const resolvedError = 'General chat cannot be marked as resolved';
  for (const [what, wanted, expectedError] of [
    ['another channel', { channel: true }, undefined],
    ['another channel for later messages too', { channel: true, propagateMode: 'change_later' }, undefined],
    ['another topic for all messages', { topic: 'x', propagateMode: 'change_all' }, undefined],
    ['the empty topic', { topic: '' }, undefined],
    ['content for later messages too', { content: true, propagateMode: 'change_later' }, mode],
    ['a direct message', { isDirect: true, content: true }, undefined],
    [
      'a direct message to a channel',
      { isDirect: true, channel: true },
      'Direct messages cannot be moved to channels.',
    ],
    [
      'a direct message to the empty topic',
      { isDirect: true, topic: '' },
      'Direct messages cannot have topics.',
    ],
    ['the empty topic resolved', { topic: '✔' }, resolvedError],
    ['the empty topic resolved by its name', { topic: '✔ (no topic)' }, resolvedError],
    ['another topic resolved', { topic: '✔ x' }, undefined],
    ['a widget to another channel', { channel: true, isWidget: true }, undefined],
  ] as const) {
    rule(what, expectedError, () => checkMessageChanges({ ...nothing, ...wanted }));
  }
});

describe('moves', () => {
  const resolve = "You don't have permission to resolve topics in this channel.";
  const edit = "You don't have permission to edit this message";
  for (const [isResolution, mayResolve, mayMoveTopics, expectedError] of [
    [true, true, false, undefined],
    [true, false, true, resolve],
    [false, false, true, undefined],
    [false, true, false, edit],
  ] as const) {
    const permission = mayResolve ? 'resolve' : 'move';
    rule(`${isResolution ? 'resolving' : 'moving'} with permission to ${permission}`, expectedError, () =>
      checkMayChangeTopic({ isResolution, mayResolve, mayMoveTopics }),
    );
  }
  test('only a change of the number of check marks is a resolution', () => {
    assert.equal(resolutionChange('✔ ✔ bug', '✔ bug'), undefined);
    assert.equal(resolutionChange('bug', 'bug'), undefined);
    assert.equal(resolutionChange('✔ bug', '✔ ✔ bug'), 'resolve');
  });
  const topicLate = "The time limit for editing this message's topic has passed.";
  const channelLate = "The time limit for editing this message's channel has passed";
  for (const [topicSeconds, channelSeconds, age, expectedError] of [
    [null, null, 1e9, undefined],
    [undefined, 10, 30, undefined],
    [undefined, 10, 31, channelLate],
    [10, 10, 31, topicLate],
    [10, 50, 30, undefined],
  ] as const) {
    rule(
      `a message ${age} s old, with limits of ${topicSeconds} s for topics and ${channelSeconds} s for channels`,
      expectedError,
      () => checkTargetAge({ isModerator: false, topicSeconds, channelSeconds }, 'change_one', age),
    );
  }
  test('the error of a partial move names the part that may be moved', () => {
    const messages = [4, 5, 6].map((id) => ({ id, sent_at: id * 100 }));
    assert.throws(
      () => checkWholeTopicAge(80, messages, 600),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual([error.status, error.code], [400, 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED']);
        assert.deepEqual(error.extra, {
          first_message_id_allowed_to_move: 5,
          total_messages_allowed_to_move: 2,
          total_messages_in_topic: 3,
        });
        return true;
      },
    );
  });
});
