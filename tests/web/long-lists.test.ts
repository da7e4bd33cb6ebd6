// Lists of thousands: the rendered rows, keyboard navigation, and searching fifty thousand people.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../../client/state/state.ts';
import { rowAfter, rowsInView } from '../../web/components/rows-in-view.ts';
import { allChannels } from '../../web/organization/channels/all-channels.ts';
import { minutesOf, skippedIn } from '../../web/organization/people/invitation-options.ts';
import {
  type AccountFilter,
  botsOf,
  countOf,
  listedAccounts,
} from '../../web/organization/people/listed-accounts.ts';
import {
  mayDeactivate,
  offeredRoles,
  rolesToInvite,
} from '../../web/organization/people/role-permissions.ts';
import { withEvents } from '../../web/settings/webhook-address.ts';

test('only visible rows and a few around them are rendered, however many there are', () => {
  const frame = { height: 800, rowHeight: 50, count: 50_000 };
  for (const above of [-300, 0, 49, 12_345, 2_499_200, 9_999_999]) {
    const { from, to } = rowsInView({ ...frame, above });
    const first = Math.min(Math.max(Math.floor(above / 50), 0), 49_999);
    const last = Math.min(Math.max(Math.ceil((above + 800) / 50), 0), 50_000);
    assert.ok(from <= first && to >= Math.min(last, 50_000), `${above}: ${from} to ${to}`);
    assert.ok(to - from <= 60, `${above}: ${to - from} rows`);
  }
  assert.deepEqual(rowsInView({ ...frame, above: 0, count: 0 }), { from: 0, to: 0 });
  assert.deepEqual(rowsInView({ ...frame, above: 0, count: 3 }), { from: 0, to: 3 });
});

test('scrolling by less than a row renders nothing new', () => {
  const frame = { height: 800, rowHeight: 50, count: 1000 };
  assert.deepEqual(rowsInView({ ...frame, above: 3001 }), rowsInView({ ...frame, above: 3040 }));
});

test('arrow keys, page keys, Home and End move within the list', () => {
  assert.equal(rowAfter('ArrowDown', 4, 10, 3), 5);
  assert.equal(rowAfter('ArrowDown', 9, 10, 3), 9);
  assert.equal(rowAfter('ArrowUp', 0, 10, 3), 0);
  assert.equal(rowAfter('PageDown', 8, 10, 3), 9);
  assert.equal(rowAfter('PageUp', 8, 10, 3), 5);
  assert.equal(rowAfter('Home', 8, 10, 3), 0);
  assert.equal(rowAfter('End', 2, 10, 3), 9);
  assert.equal(rowAfter('Tab', 2, 10, 3), undefined);
  assert.equal(rowAfter('End', 0, 0, 3), undefined);
});

const person = (user_id: number, full_name: string, rest: Partial<Person> = {}) =>
  ({
    user_id,
    full_name,
    email: `user${user_id}@chat.example.com`,
    delivery_email: null,
    is_bot: false,
    role: 400,
    date_joined: `2026-01-0${user_id}T00:00:00Z`,
    ...rest,
  }) as Person;

const lists = {
  realm_users: [
    person(1, 'Zoe', { role: 100, delivery_email: 'zoe@example.com' }),
    person(2, 'Émile Zola', { role: 600 }),
    person(3, 'adam'),
    person(4, 'Helper', { is_bot: true, bot_owner_id: 3 }),
  ],
  realm_non_active_users: [person(5, 'Gone')],
};
const people = { isActive: true, isBot: false };
const noFilter: AccountFilter = { query: '', role: undefined, order: 'name', isDescending: false };
const names = (kind: Parameters<typeof listedAccounts>[1], changes: Partial<AccountFilter>) =>
  listedAccounts(lists, kind, { ...noFilter, ...changes }).map(({ full_name: name }) => name);

test('people and bots, active and deactivated, are separate lists, in natural order of names', () => {
  assert.deepEqual(names(people, {}), ['adam', 'Émile Zola', 'Zoe']);
  assert.deepEqual(names({ isActive: true, isBot: true }, {}), ['Helper']);
  assert.deepEqual(names({ isActive: false, isBot: false }, {}), ['Gone']);
  assert.equal(countOf(lists, people), 3);
  assert.deepEqual(
    botsOf(lists, 3).map(({ user_id: id }) => id),
    [4],
  );
});

test('every word is matched in name and email, ignoring accents and case', () => {
  assert.deepEqual(names(people, { query: 'emile' }), ['Émile Zola']);
  assert.deepEqual(names(people, { query: 'zo EM' }), ['Émile Zola']);
  assert.deepEqual(names(people, { query: 'zoe@example' }), ['Zoe']);
  assert.deepEqual(names(people, { query: 'user1@' }), []);
  assert.deepEqual(names(people, { role: 600 }), ['Émile Zola']);
});

test('lists are sorted by role and by join date, then by name', () => {
  assert.deepEqual(names(people, { order: 'role' }), ['Zoe', 'adam', 'Émile Zola']);
  assert.deepEqual(names(people, { order: 'joined', isDescending: true }), ['adam', 'Émile Zola', 'Zoe']);
});

test('a person is offered only the roles that the viewer may grant', () => {
  const owner = { is_admin: true, is_owner: true };
  const administrator = { is_admin: true, is_owner: false };
  assert.deepEqual(offeredRoles(owner, { role: 400 }), [100, 200, 300, 400, 600]);
  assert.deepEqual(offeredRoles(administrator, { role: 400 }), [200, 300, 400, 600]);
  assert.deepEqual(offeredRoles(administrator, { role: 100 }), [100]);
  assert.deepEqual(offeredRoles(owner, { role: 600 }), [300, 400, 600]);
  assert.deepEqual(offeredRoles({ is_admin: false, is_owner: false }, { role: 400 }), [400]);
  assert.ok(!mayDeactivate(administrator, { role: 100 }));
  assert.ok(mayDeactivate(owner, { role: 100 }));
});

test('invitations offer the permitted roles, for days or forever', () => {
  assert.deepEqual(rolesToInvite({ is_admin: true, is_owner: true }), [100, 200, 300, 400, 600]);
  assert.deepEqual(rolesToInvite({ is_admin: true, is_owner: false }), [200, 300, 400, 600]);
  assert.deepEqual(rolesToInvite({ is_admin: false, is_owner: false }), [400, 600]);
  assert.equal(minutesOf(3), 4320);
  assert.equal(minutesOf(null), null);
});

test('the addresses that were not invited are read from the error, whatever else the error contains', () => {
  const errors = [['mel@example.com', 'Already has an account.', false], 'nonsense', [7]];
  assert.deepEqual(skippedIn({ errors }), [
    { address: 'mel@example.com', reason: 'Already has an account.' },
  ]);
  assert.deepEqual(skippedIn({}), []);
});

test('active and archived channels are separate lists, searched by name and description', () => {
  const channel = (name: string, description: string, is_archived = false) =>
    ({ stream_id: name.length, name, description, is_archived }) as never;
  const all = [
    [channel('Zoo', 'animals')],
    undefined,
    [channel('design', 'Änderungen'), channel('old', '', true)],
  ];
  const found = (query: string, isArchived = false) =>
    allChannels(all, { query, isArchived }).map(({ name }) => name);
  assert.deepEqual(found(''), ['design', 'Zoo']);
  assert.deepEqual(found('anderung DES'), ['design']);
  assert.deepEqual(found('', true), ['old']);
});

test('a webhook for selected events has them in its URL and in the test command', () => {
  const url = 'https://chat.example.com/api/v1/external/github?api_key=k';
  const address = { url, curl: `curl -d '{"a": 1}' '${url}'` };
  assert.equal(withEvents(address, undefined), address);
  const some = withEvents(address, ['push', "it's $& new"]);
  const onlyEvents = new URL(some.url).searchParams.get('only_events') ?? '';
  assert.deepEqual(JSON.parse(onlyEvents), ['push', "it's $& new"]);
  assert.equal(some.curl, `curl -d '{"a": 1}' '${some.url}'`);
  // Nothing can end the shell quotes.
  assert.ok(!some.url.includes("'"));
});
