// The fold of events about people, with the lists that a client did or did not request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { fold } from '../../client/state/fold.ts';
import type { State } from '../../client/state/state.ts';

const OWN = 1;
/** The state after the events, to read freely. */
// biome-ignore lint/suspicious/noExplicitAny: tests read states freely
const read = (state: object, ...events: readonly object[]): any =>
  events.reduce<State>((now, event) => fold(now, event as ApiEvent, OWN), state as State);
const ids = (list: readonly { readonly user_id: number }[]) => list.map(({ user_id }) => user_id);

const people = {
  realm_users: [
    { user_id: 2, full_name: 'Mel', role: 400 },
    { user_id: 4, full_name: 'Mia' },
  ],
  realm_non_active_users: [{ user_id: 3, full_name: 'Former' }],
  cross_realm_bots: [{ user_id: 9, full_name: 'Notices' }],
  user_status: { 2: { away: true }, 4: { status_text: 'out' } },
};
const update = (person: object) => ({ type: 'realm_user', op: 'update', person });

test('a person is added once to the sorted list of active or deactivated people', () => {
  const add = (user_id: number, is_active: boolean) => ({
    type: 'realm_user',
    op: 'add',
    person: { user_id, full_name: 'New', is_active },
  });
  const peopleAfterAdding = read(people, add(3, true), add(1, true), add(5, false));
  assert.deepEqual(
    [ids(peopleAfterAdding.realm_users), ids(peopleAfterAdding.realm_non_active_users)],
    [[1, 2, 3, 4], [5]],
  );
  assert.equal('is_active' in peopleAfterAdding.realm_users[0], false);
});

test('a removed person leaves every list, with the status', () => {
  const remove = (user_id: number) => ({ type: 'realm_user', op: 'remove', person: { user_id } });
  const remaining = read(people, remove(2), remove(3), remove(9));
  assert.deepEqual(
    [remaining.realm_users, remaining.realm_non_active_users, remaining.cross_realm_bots].map(ids),
    [[4], [], []],
  );
  assert.deepEqual(remaining.user_status, { 4: { status_text: 'out' } });
});

test('a change applies to the person in their list; a change of an unknown person has no effect', () => {
  const changed = read(
    people,
    update({ user_id: 4, full_name: 'Mia New' }),
    update({ user_id: 9, avatar_url: 'a', avatar_version: 2, avatar_source: 'U' }),
    update({ user_id: 3, new_email: 'f@example.com' }),
    update({ user_id: 2, role: 200 }),
  );
  assert.equal(changed.realm_users[1].full_name, 'Mia New');
  assert.deepEqual(changed.cross_realm_bots[0], {
    ...{ user_id: 9, full_name: 'Notices', avatar_url: 'a', avatar_version: 2 },
  });
  assert.equal(changed.realm_non_active_users[0].email, 'f@example.com');
  assert.deepEqual(changed.realm_users[0], {
    ...{ user_id: 2, full_name: 'Mel', role: 200, is_owner: false, is_admin: true, is_guest: false },
  });
  for (const change of [{ full_name: 'X' }, { is_active: false }, { role: 100 }])
    assert.equal(read(people, update({ user_id: 7, ...change })), people);
});

test('a new role of the viewer sets the flags for owners, administrators, moderators and guests', () => {
  const flags = (role: number) => {
    const own = { realm_users: [{ user_id: OWN }], is_admin: false };
    const state = read(own, update({ user_id: OWN, role }));
    return [state.is_owner, state.is_admin, state.is_moderator, state.is_guest];
  };
  assert.deepEqual([100, 200, 300, 400, 600].map(flags), [
    [true, true, true, false],
    [false, true, true, false],
    [false, false, true, false],
    [false, false, false, false],
    [false, false, false, true],
  ]);
});

test('an event about the viewer’s account updates those of the viewer’s fields that the state has', () => {
  const own = {
    realm_users: [{ user_id: OWN }, { user_id: 2 }],
    full_name: 'Me',
    email: 'me@example.com',
  };
  const changed = read(own, update({ user_id: OWN, full_name: 'I', avatar_url: 'a', role: 200 }));
  assert.deepEqual([changed.full_name, 'avatar_url' in changed, 'is_admin' in changed], ['I', false, false]);
  assert.equal(read(own, update({ user_id: OWN, new_email: 'i@example.com' })).email, 'i@example.com');
  assert.equal(read(own, update({ user_id: 2, full_name: 'Other' })).full_name, 'Me');
  const { email: _email, ...without } = own;
  assert.equal('email' in read(without, update({ user_id: OWN, new_email: 'i@example.com' })), false);
});

test('a value of a profile field is set, replaced and removed', () => {
  const field = (value: string | null, rendered_value?: string) =>
    update({ user_id: 4, custom_profile_field: { id: 7, value, ...(rendered_value && { rendered_value }) } });
  const data = (...events: readonly object[]) => read(people, ...events).realm_users[1].profile_data;
  assert.deepEqual(data(field('a')), { 7: { value: 'a' } });
  assert.deepEqual(data(field('a'), field('b', '<p>b</p>')), {
    7: { value: 'b', rendered_value: '<p>b</p>' },
  });
  assert.deepEqual(data(field('a'), field(null)), {});
});

test('a deactivated person leaves groups, permissions and subscribers, and a reactivated one returns to the list', () => {
  const state = {
    ...people,
    realm_user_groups: [
      { id: 1, members: [2, 4], can_manage_group: { direct_members: [4, 2], direct_subgroups: [4] } },
      { id: 2, members: [2], can_manage_group: 4 },
    ],
    subscriptions: [{ stream_id: 1, subscribers: [2, 4], partial_subscribers: [4] }],
    streams: [{ stream_id: 1, name: 'design' }],
  };
  const deactivated = read(state, update({ user_id: 4, is_active: false }));
  assert.deepEqual([ids(deactivated.realm_users), ids(deactivated.realm_non_active_users)], [[2], [3, 4]]);
  assert.deepEqual(deactivated.realm_user_groups[0], {
    ...{ id: 1, members: [2], can_manage_group: { direct_members: [2], direct_subgroups: [4] } },
  });
  assert.equal(deactivated.realm_user_groups[1], state.realm_user_groups[1]);
  assert.deepEqual(deactivated.subscriptions, [{ stream_id: 1, subscribers: [2], partial_subscribers: [] }]);
  assert.equal(deactivated.streams, state.streams);
  const back = read(deactivated, update({ user_id: 4, is_active: true }));
  assert.deepEqual([ids(back.realm_users), ids(back.realm_non_active_users)], [[2, 4], [3]]);
  assert.equal(back.subscriptions, deactivated.subscriptions);
});

test('a status has the fields that are set, and an empty status is removed', () => {
  const status = (fields: object) =>
    read(people, { type: 'user_status', user_id: 4, ...fields }).user_status[4];
  assert.deepEqual(status({ status_text: 'busy', emoji_name: '', emoji_code: '' }), { status_text: 'busy' });
  assert.deepEqual(status({ away: true, emoji_name: 'tada' }), { away: true, emoji_name: 'tada' });
  assert.equal(status({ away: false, status_text: '' }), undefined);
});
