// The cost of a change or a typed letter in a list of thousands of people, measured in people read, not in time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../../client/state/state.ts';
import {
  type AccountFilter,
  countOf,
  listedAccounts,
} from '../../web/organization/people/listed-accounts.ts';

const COUNT = 5000;
const reads = { names: 0, addresses: 0, roles: 0 };

/** An account that counts reads of its name, email and role. */
function watchedPerson(user_id: number, full_name: string, rest: Partial<Person> = {}): Person {
  return {
    user_id,
    email: `user${user_id}@chat.example.com`,
    date_joined: rest.date_joined ?? `2026-01-${10 + (user_id % 19)}T00:00:00Z`,
    is_bot: rest.is_bot ?? false,
    get role() {
      reads.roles += 1;
      return rest.role ?? (user_id % 7 === 0 ? 600 : 400);
    },
    get full_name() {
      reads.names += 1;
      return full_name;
    },
    get delivery_email() {
      reads.addresses += 1;
      return `${full_name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    },
  } as Person;
}

const nameOf = (id: number) => `${['Zoe', 'Émile', 'adam', 'Mel'][id % 4]} ${(id * 2741) % COUNT}`;
const everybody = () =>
  Array.from({ length: COUNT }, (_, index) => watchedPerson(index + 1, nameOf(index + 1)));
const kind = { isActive: true, isBot: false };
const noFilter: AccountFilter = { query: '', role: undefined, order: 'name', isDescending: false };

function accountsOf(realm_users: readonly Person[], changes: Partial<AccountFilter> = {}): readonly Person[] {
  return listedAccounts({ realm_users: [...realm_users] }, kind, { ...noFilter, ...changes });
}

interface Counted<T> {
  readonly value: T;
  readonly names: number;
  readonly addresses: number;
  readonly roles: number;
}

function countReads<T>(make: () => T): Counted<T> {
  const before = { ...reads };
  const value = make();
  const { names, addresses, roles } = reads;
  return {
    value,
    names: names - before.names,
    addresses: addresses - before.addresses,
    roles: roles - before.roles,
  };
}

const ids = (people: readonly Person[]) => people.map(({ user_id: id }) => id);

/** Checks that the cached list equals a list that is sorted and filtered again. */
function assertAsNew(people: readonly Person[], changes: Partial<AccountFilter> = {}): void {
  const cached = ids(accountsOf(people, changes));
  accountsOf([]);
  assert.deepEqual(cached, ids(accountsOf(people, changes)));
}

test('opening or counting the list reads no addresses', () => {
  const people = everybody();
  const tab = countReads(() => countOf({ realm_users: people }, kind));
  assert.deepEqual(tab, { value: COUNT, names: 0, addresses: 0, roles: 0 });
  assert.equal(countReads(() => accountsOf(people)).addresses, 0);
});

for (const order of ['name', 'role', 'joined'] as const)
  test(`a changed person in a list sorted by ${order} is moved, and the others stay`, () => {
    const people = everybody();
    accountsOf(people, { order, query: 'zoe' });
    for (const name of ['Aaron', 'Émile 77', 'Żaneta']) {
      people[2400] = watchedPerson(2401, name, { role: 100, date_joined: '2026-01-15T00:00:00Z' });
      const renamed = countReads(() => accountsOf(people, { order, query: 'zoe' }));
      assert.ok(renamed.names < 200, `${renamed.names} names were read`);
      assert.ok(renamed.addresses <= 1, `${renamed.addresses} addresses were read`);
      assertAsNew(people, { order });
      accountsOf(people, { order, query: 'zoe' });
    }
  });

test('adding and removing people keeps the order of the others', () => {
  const people = everybody();
  accountsOf(people);
  const [removedPerson] = people.splice(1200, 1);
  const without = countReads(() => accountsOf(people));
  assert.equal(without.names, 0);
  assert.ok(!ids(without.value).includes(removedPerson?.user_id ?? 0));
  people.push(
    watchedPerson(COUNT + 1, 'Émile 100'),
    watchedPerson(COUNT + 2, 'Émile 100'),
    watchedPerson(COUNT + 3, 'Aaa'),
  );
  assert.ok(countReads(() => accountsOf(people)).names < 300);
  assertAsNew(people);
});

test('if a bot changes, the list of people remains the same object', () => {
  const people = [...everybody(), watchedPerson(COUNT + 1, 'Helper', { is_bot: true })];
  const before = accountsOf(people);
  people[COUNT] = watchedPerson(COUNT + 1, 'Better helper', { is_bot: true });
  assert.equal(accountsOf(people), before);
});

test('the search text of each person is computed only once', () => {
  const state = { realm_users: everybody() };
  const among = (query: string, role?: number) =>
    ids(listedAccounts(state, kind, { ...noFilter, query, role }));
  assert.equal(countReads(() => among('z')).addresses, COUNT);
  for (const query of ['zo', 'zoe 12', '12 zoe', 'mel', '']) {
    const { value, addresses } = countReads(() => among(query));
    assert.equal(addresses, 0, `for ${query} addresses were read again`);
    among('nobody');
    among('mel', 600);
    assert.deepEqual(value, among(query), query);
  }
});

test('typing another letter searches only the previous matches, deleting one searches all people', () => {
  const state = { realm_users: everybody() };
  const countedSearch = (query: string, role = 400) => {
    const { value, roles } = countReads(() => listedAccounts(state, kind, { ...noFilter, query, role }));
    return { found: value.length, roles };
  };
  const first = countedSearch('z');
  assert.equal(first.roles, COUNT);
  const second = countedSearch('zo');
  assert.equal(second.roles, first.found);
  const third = countedSearch('12 zoe');
  assert.equal(third.roles, second.found);
  assert.ok(third.found > 0 && third.found < second.found);
  assert.equal(countedSearch('12 zoe', 600).roles, COUNT);
  assert.equal(countedSearch('12', 600).roles, COUNT);
});
