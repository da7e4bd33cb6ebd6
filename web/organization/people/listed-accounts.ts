// The people of the organization for a list of fifty thousand: found, narrowed and put in order. What is compared is made
// once for a list, which stays the same object until somebody in it changes.

import type { Person, State } from '../../../client/state/state.ts';
import { remembering } from '../../messages/memo.ts';

export type Order = 'name' | 'role' | 'joined';

export interface AccountWish {
  readonly query: string;
  /** Undefined for all roles. */
  readonly role: number | undefined;
  readonly order: Order;
  readonly isDescending: boolean;
}

interface Known {
  readonly person: Person;
  /** Name and address, as they are compared with what somebody types. */
  readonly words: string;
  readonly joined: string;
}

function foldedText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function known(people: readonly Person[] | undefined, isBot: boolean): readonly Known[] {
  // A collator compares ten times as quickly as `localeCompare`.
  const { compare } = new Intl.Collator();
  return (people ?? [])
    .filter((one) => one.is_bot === isBot)
    .map((person) => ({
      person,
      words: foldedText(`${person.full_name}\n${addressOf(person)}`),
      joined: person.date_joined ?? '',
    }))
    .sort((a, b) => compare(a.person.full_name, b.person.full_name));
}

/** The lists by name; each is put in order when it is first asked for after a change. */
const activePeople = remembering((users: State['realm_users']) => known(users, false));
const inactivePeople = remembering((users: State['realm_non_active_users']) => known(users, false));
const activeBots = remembering((users: State['realm_users']) => known(users, true));
const inactiveBots = remembering((users: State['realm_non_active_users']) => known(users, true));

export interface Kind {
  readonly isActive: boolean;
  readonly isBot: boolean;
}

export interface AccountLists {
  readonly realm_users?: State['realm_users'] | undefined;
  readonly realm_non_active_users?: State['realm_non_active_users'] | undefined;
}

function allOf(state: AccountLists, { isActive, isBot }: Kind): readonly Known[] {
  if (isActive) return (isBot ? activeBots : activePeople)(state.realm_users);
  return (isBot ? inactiveBots : inactivePeople)(state.realm_non_active_users);
}

/** The address at which somebody is reached, or the one that stands for it. */
export function addressOf({ delivery_email: real, email }: Person): string {
  return real ?? email;
}

const comparing: Readonly<Record<Order, (a: Known, b: Known) => number>> = {
  name: () => 0,
  role: (a, b) => a.person.role - b.person.role,
  joined: (a, b) => (a.joined < b.joined ? -1 : a.joined > b.joined ? 1 : 0),
};

/** Who fits: every word of the query is in the name or the address. */
export function listedAccounts(state: AccountLists, kind: Kind, wish: AccountWish): readonly Person[] {
  const words = foldedText(wish.query).split(/\s+/).filter(Boolean);
  const fitting = allOf(state, kind).filter(
    (one) =>
      (wish.role === undefined || one.person.role === wish.role) &&
      words.every((word) => one.words.includes(word)),
  );
  // Sorting is stable: what is alike stays in the order of names.
  const inOrder = wish.order === 'name' ? fitting : fitting.toSorted(comparing[wish.order]);
  return (wish.isDescending ? inOrder.toReversed() : inOrder).map(({ person }) => person);
}

/** How many there are, whatever is looked for. */
export function countOf(state: AccountLists, kind: Kind): number {
  return allOf(state, kind).length;
}

/** The bots that leave with somebody. */
export function botsOf(state: AccountLists, ownerId: number): readonly Person[] {
  return allOf(state, { isActive: true, isBot: true })
    .map(({ person }) => person)
    .filter(({ bot_owner_id: owner }) => owner === ownerId);
}
