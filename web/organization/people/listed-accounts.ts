// The people of the organization for a list of fifty thousand: found, narrowed and put in order. What one person
// changes costs that person alone: the others keep what was made of them and their places.

import type { Person, State } from '../../../client/state/state.ts';
import { remembering } from '../../store/memo.ts';
import { keptOrder } from './kept-order.ts';

export type Order = 'name' | 'role' | 'joined';

export interface AccountWish {
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

/** A list that is made when it is asked for, from those by name: what is alike stays in the order of names. */
function keptBy(compare: (a: Person, b: Person) => number) {
  return keptOrder<Person>(
    (a, b) => compare(a, b) || byName(a, b),
    (people) => people.toSorted(compare),
  );
}

/** People or bots out of a list of the state; each order is made when it is first asked for. */
function keptAccounts(isBot: boolean) {
  const all = remembering((users: Users) => (users ?? []).filter((one) => one.is_bot === isBot));
  const named = remembering(keptOrder(byName));
  const role = remembering(keptBy(byRole));
  const joined = remembering(keptBy(byJoined));
  const inOrder: Readonly<Record<Order, (users: Users) => readonly Person[]>> = {
    name: (users) => named(all(users)),
    role: (users) => role(named(all(users))),
    joined: (users) => joined(named(all(users))),
  };
  return { all, inOrder };
}

const active = { people: keptAccounts(false), bots: keptAccounts(true) };
const inactive = { people: keptAccounts(false), bots: keptAccounts(true) };

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
  const kept = isActive ? active : inactive;
  return isBot ? kept.bots : kept.people;
}

/** The address at which somebody is reached, or the one that stands for it. */
export function addressOf({ delivery_email: real, email }: Person): string {
  return real ?? email;
}

/** What is searched of each is made once, when somebody first looks for anything. */
const searched = new WeakMap<Person, string>();

function foldedText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Name and address, as they are compared with what somebody types. */
function searchedText(person: Person): string {
  let text = searched.get(person);
  if (text === undefined) {
    text = foldedText(`${person.full_name}\n${addressOf(person)}`);
    searched.set(person, text);
  }
  return text;
}

interface Found {
  /** Among whom was looked. */
  readonly among: readonly Person[];
  readonly words: readonly string[];
  readonly role: number | undefined;
  readonly people: readonly Person[];
}

let lastFound: Found | undefined;

/** Whether all that fits now fitted then, so that nobody else needs to be looked at. */
function narrows(last: Found, { among, words, role }: Omit<Found, 'people'>): boolean {
  return (
    last.among === among &&
    (last.role === undefined || last.role === role) &&
    last.words.every((before) => words.some((word) => word.includes(before)))
  );
}

/** Who fits: every word of the query is in the name or the address. */
function found(among: readonly Person[], { query, role }: AccountWish): readonly Person[] {
  const words = foldedText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0 && role === undefined) return among;
  const asked = { among, words, role };
  const people = (lastFound && narrows(lastFound, asked) ? lastFound.people : among).filter(
    (one) =>
      (role === undefined || one.role === role) && words.every((word) => searchedText(one).includes(word)),
  );
  lastFound = { ...asked, people };
  return people;
}

/** Who is listed, in the order that is asked for. */
export function listedAccounts(state: AccountLists, kind: Kind, wish: AccountWish): readonly Person[] {
  const among = accountsOf(kind).inOrder[wish.order](usersOf(state, kind.isActive));
  const people = found(among, wish);
  return wish.isDescending ? people.toReversed() : people;
}

/** How many there are, whatever is looked for. */
export function countOf(state: AccountLists, kind: Kind): number {
  return accountsOf(kind).all(usersOf(state, kind.isActive)).length;
}

/** The bots that leave with somebody. */
export function botsOf(state: AccountLists, ownerId: number): readonly Person[] {
  return active.bots.inOrder.name(state.realm_users).filter(({ bot_owner_id: owner }) => owner === ownerId);
}
