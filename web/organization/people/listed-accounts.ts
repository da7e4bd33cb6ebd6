// The accounts of the organization for a list of fifty thousand: searched, filtered and sorted. A change of
// one account costs only that account: derived values and positions of the others are cached.

import type { Person, State } from '../../../client/state/state.ts';
import { memoize } from '../../store/memoized.ts';
import { incrementalSort } from './incremental-sort.ts';

export type Order = 'name' | 'role' | 'joined';

export interface AccountFilter {
  readonly query: string;
  /** Undefined for all roles. */
  readonly role: number | undefined;
  readonly order: Order;
  readonly isDescending: boolean;
}

type Users = readonly Person[] | undefined;

const collator = new Intl.Collator();

function byName(a: Person, b: Person): number {
  return collator.compare(a.full_name, b.full_name) || a.user_id - b.user_id;
}

function byRole(a: Person, b: Person): number {
  return a.role - b.role;
}

function byJoined({ date_joined: a = '' }: Person, { date_joined: b = '' }: Person): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A sort that is computed on demand from the list sorted by name, so that equal items stay ordered by name. */
function sortBy(compare: (a: Person, b: Person) => number) {
  return incrementalSort<Person>(
    (a, b) => compare(a, b) || byName(a, b),
    (people) => people.toSorted(compare),
  );
}

/** Accounts or bots of a list in the state; each order is computed when first needed. */
function sortedAccounts(isBot: boolean) {
  const all = memoize((users: Users) => (users ?? []).filter((user) => user.is_bot === isBot));
  const named = memoize(incrementalSort(byName));
  const role = memoize(sortBy(byRole));
  const joined = memoize(sortBy(byJoined));
  const inOrder: Readonly<Record<Order, (users: Users) => readonly Person[]>> = {
    name: (users) => named(all(users)),
    role: (users) => role(named(all(users))),
    joined: (users) => joined(named(all(users))),
  };
  return { all, inOrder };
}

const active = { people: sortedAccounts(false), bots: sortedAccounts(true) };
const inactive = { people: sortedAccounts(false), bots: sortedAccounts(true) };

export interface Kind {
  readonly isActive: boolean;
  readonly isBot: boolean;
}

export interface AccountLists {
  readonly realm_users?: State['realm_users'] | undefined;
  readonly realm_non_active_users?: State['realm_non_active_users'] | undefined;
}

function usersOf(state: AccountLists, isActive: boolean): Users {
  return isActive ? state.realm_users : state.realm_non_active_users;
}

function accountsOf({ isActive, isBot }: Kind) {
  const lists = isActive ? active : inactive;
  return isBot ? lists.bots : lists.people;
}

/** The email address of an account, or its placeholder. */
export function emailOf({ delivery_email: real, email }: Person): string {
  return real ?? email;
}

/** The searched text of an account is computed when first needed. */
const searched = new WeakMap<Person, string>();

function foldedText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Name and email address, normalized for searching. */
function searchedText(person: Person): string {
  let text = searched.get(person);
  if (text === undefined) {
    text = foldedText(`${person.full_name}\n${emailOf(person)}`);
    searched.set(person, text);
  }
  return text;
}

interface Found {
  /** The list that was searched. */
  readonly among: readonly Person[];
  readonly words: readonly string[];
  readonly role: number | undefined;
  readonly people: readonly Person[];
}

let lastFound: Found | undefined;

/** Whether all current matches were matches of the last search, so that only those must be checked. */
function narrows(last: Found, { among, words, role }: Omit<Found, 'people'>): boolean {
  return (
    last.among === among &&
    (last.role === undefined || last.role === role) &&
    last.words.every((before) => words.some((word) => word.includes(before)))
  );
}

/** The matching accounts: every word of the query is in the name or the address. */
function search(among: readonly Person[], { query, role }: AccountFilter): readonly Person[] {
  const words = foldedText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0 && role === undefined) return among;
  const current = { among, words, role };
  const people = (lastFound && narrows(lastFound, current) ? lastFound.people : among).filter(
    (person) =>
      (role === undefined || person.role === role) &&
      words.every((word) => searchedText(person).includes(word)),
  );
  lastFound = { ...current, people };
  return people;
}

/** The accounts to list, in the requested order. */
export function listedAccounts(state: AccountLists, kind: Kind, filter: AccountFilter): readonly Person[] {
  const among = accountsOf(kind).inOrder[filter.order](usersOf(state, kind.isActive));
  const people = search(among, filter);
  return filter.isDescending ? people.toReversed() : people;
}

/** The total number, regardless of the filter. */
export function countOf(state: AccountLists, kind: Kind): number {
  return accountsOf(kind).all(usersOf(state, kind.isActive)).length;
}

/** The bots that are deactivated with their owner. */
export function botsOf(state: AccountLists, ownerId: number): readonly Person[] {
  return active.bots.inOrder.name(state.realm_users).filter(({ bot_owner_id: owner }) => owner === ownerId);
}
