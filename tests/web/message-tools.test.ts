// Message actions: reactions by emoji, and what a person may do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { groupFor, reactionGroups } from '../../web/message-list/tools/reactions.ts';
import type { Reaction } from '../../web/store/message.ts';
import { isAllowed, mayDelete, mayEdit, mayMove, mayPost } from '../../web/store/permissions.ts';

const reaction = (user_id: number, emoji_code: string, reaction_type = 'unicode_emoji') =>
  ({ user_id, emoji_code, emoji_name: `name ${emoji_code}`, reaction_type }) as Reaction;

test('reactions are grouped by emoji, in the order of the first', () => {
  const reactions = [reaction(1, '1f389'), reaction(2, '1f440'), reaction(3, '1f389')];
  const groups = reactionGroups({ reactions }, 3);
  assert.deepEqual(
    groups.map(({ code, personIds, isOwn }) => ({ code, personIds, isOwn })),
    [
      { code: '1f389', personIds: [1, 3], isOwn: true },
      { code: '1f440', personIds: [2], isOwn: false },
    ],
  );
});

test('a custom emoji and a Unicode emoji with the same code are different', () => {
  const groups = reactionGroups({ reactions: [reaction(1, '7'), reaction(1, '7', 'realm_emoji')] }, 1);
  assert.equal(groups.length, 2);
  const tada = { name: 'tada', names: ['tada'], code: '7', type: 'realm_emoji' } as const;
  assert.equal(groupFor(groups, tada).isOwn, true);
  assert.equal(groupFor(groups, { ...tada, code: '8' }).isOwn, false);
});

const members = 20;
const admins = 21;
const now = 1_000_000;

function stateWith(more: object = {}): State {
  return {
    realm_user_groups: [
      { id: members, members: [1], direct_subgroup_ids: [admins] },
      { id: admins, members: [2], direct_subgroup_ids: [] },
      { id: 22, members: [], direct_subgroup_ids: [23] },
      { id: 23, members: [], direct_subgroup_ids: [22] },
    ],
    realm_allow_message_editing: true,
    realm_message_content_edit_limit_seconds: 600,
    realm_message_content_delete_limit_seconds: 600,
    realm_move_messages_within_stream_limit_seconds: 600,
    realm_can_delete_any_message_group: admins,
    realm_can_delete_own_message_group: members,
    realm_can_move_messages_between_topics_group: members,
    is_admin: false,
    is_moderator: false,
    subscriptions: [
      {
        stream_id: 7,
        can_send_message_group: members,
        can_delete_any_message_group: 22,
        can_delete_own_message_group: 22,
        can_move_messages_within_channel_group: 22,
      },
      { stream_id: 8, can_send_message_group: { direct_members: [5], direct_subgroups: [admins] } },
    ],
    ...more,
  } as unknown as State;
}

const message = (sender_id: number, age = 0) => ({
  sender_id,
  timestamp: now - age,
  stream_id: 7,
  type: 'stream',
});

test('a permission includes the people of its groups, even if groups contain each other', () => {
  const state = stateWith();
  assert.equal(isAllowed(state, members, 2), true);
  assert.equal(isAllowed(state, 22, 1), false);
  assert.equal(isAllowed(state, 99, 1), false);
  assert.equal(mayPost(state, 8, 5), true);
  assert.equal(mayPost(state, 8, 9), false);
  assert.equal(mayPost(state, 6, 1), false);
});

test('own messages can be edited until the time limit', () => {
  const state = stateWith();
  assert.equal(mayEdit(state, message(1, 599), 1, now), true);
  assert.equal(mayEdit(state, message(1, 600), 1, now), false);
  assert.equal(mayEdit(state, message(2), 1, now), false);
  assert.equal(mayEdit(stateWith({ realm_allow_message_editing: false }), message(1), 1, now), false);
  const unlimited = stateWith({ realm_message_content_edit_limit_seconds: null });
  assert.equal(mayEdit(unlimited, message(1, 9_999_999), 1, now), true);
});

test('messages can be moved with permission, and after the time limit by moderators', () => {
  assert.equal(mayMove(stateWith(), message(2, 599), 1, now), true);
  assert.equal(mayMove(stateWith(), message(2, 601), 1, now), false);
  assert.equal(mayMove(stateWith({ is_moderator: true }), message(2, 601), 1, now), true);
  const direct = { ...message(1), type: 'private' };
  assert.equal(mayMove(stateWith(), direct, 1, now), false);
});

test('own messages can be deleted until the time limit, others with permission', () => {
  assert.equal(mayDelete(stateWith(), message(1, 10), 1, now), true);
  assert.equal(mayDelete(stateWith(), message(1, 601), 1, now), false);
  assert.equal(mayDelete(stateWith({ realm_can_delete_any_message_group: 22 }), message(1), 2, now), false);
  assert.equal(mayDelete(stateWith(), message(1, 601), 2, now), true);
});

test('a time limit of zero or without a value is no limit', () => {
  for (const limit of [0, null, undefined]) {
    const state = stateWith({
      realm_message_content_edit_limit_seconds: limit,
      realm_message_content_delete_limit_seconds: limit,
      realm_move_messages_within_stream_limit_seconds: limit,
    });
    const old = message(1, 9_999_999);
    assert.deepEqual(
      [mayEdit(state, old, 1, now), mayDelete(state, old, 1, now), mayMove(state, old, 1, now)],
      [true, true, true],
    );
  }
});

test('a permission of the channel is enough to move and to delete', () => {
  const nobody = 22;
  const withChannel = (channel: object, more: object = {}) =>
    stateWith({
      realm_can_delete_any_message_group: nobody,
      realm_can_delete_own_message_group: nobody,
      realm_can_move_messages_between_topics_group: nobody,
      subscriptions: undefined,
      unsubscribed: [
        {
          stream_id: 7,
          can_delete_any_message_group: nobody,
          can_delete_own_message_group: nobody,
          can_move_messages_within_channel_group: nobody,
          ...channel,
        },
      ],
      ...more,
    });
  const none = withChannel({});
  assert.deepEqual([mayMove(none, message(1), 1, now), mayDelete(none, message(1), 1, now)], [false, false]);
  const movable = withChannel({ can_move_messages_within_channel_group: members });
  assert.equal(mayMove(movable, message(2), 1, now), true);
  assert.equal(mayMove(movable, { ...message(2), stream_id: 9 }, 1, now), false);
  assert.equal(mayMove({ ...movable, is_admin: true }, message(2, 601), 1, now), true);
  const anyDeletable = withChannel({ can_delete_any_message_group: members });
  assert.equal(mayDelete(anyDeletable, message(2, 601), 1, now), true);
  const ownDeletable = withChannel({ can_delete_own_message_group: members });
  assert.equal(mayDelete(ownDeletable, message(1, 599), 1, now), true);
  assert.equal(mayDelete(ownDeletable, message(1, 600), 1, now), false);
  assert.equal(mayDelete(ownDeletable, message(2), 1, now), false);
  assert.equal(mayDelete(ownDeletable, { ...message(1), stream_id: 9 }, 1, now), false);
});

test('an unknown setting forbids nothing, and a set of people and groups includes the people and the members of the groups', () => {
  const state = stateWith();
  assert.equal(isAllowed(state, undefined, 1), true);
  const setting = { direct_members: [5], direct_subgroups: [22, members] };
  assert.deepEqual(
    [5, 1, 2, 9].map((id) => isAllowed(state, setting, id)),
    [true, true, true, false],
  );
});
