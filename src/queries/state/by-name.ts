// Accounts and channels in memory by address or case-insensitive name. Lookups for a requester use
// `visible-lookups.ts`, which checks what it may see.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { textKey } from '../../model/text-key.ts';
import type { OrganizationState } from './organization-state.ts';

interface Index {
  readonly version: number;
  readonly byKey: ReadonlyMap<string, readonly number[]>;
}

const none: readonly number[] = [];

/** A map of keys to ids that is rebuilt after a change of its source. */
class NameIndex {
  readonly #kind: keyof OrganizationState['versions'];
  readonly #pairs: (state: OrganizationState) => Iterable<readonly [string, number]>;
  readonly #indexes = new WeakMap<OrganizationState, Index>();

  constructor(
    kind: keyof OrganizationState['versions'],
    pairs: (state: OrganizationState) => Iterable<readonly [string, number]>,
  ) {
    this.#kind = kind;
    this.#pairs = pairs;
  }

  /** The ids of everything with a name. */
  ids(state: OrganizationState, name: string): readonly number[] {
    const version = state.versions[this.#kind];
    let index = this.#indexes.get(state);
    if (index?.version !== version) {
      const byKey = new Map<string, number[]>();
      for (const [text, id] of this.#pairs(state)) {
        const key = textKey(text);
        const ids = byKey.get(key);
        if (ids) ids.push(id);
        else byKey.set(key, [id]);
      }
      index = { version, byKey };
      this.#indexes.set(state, index);
    }
    return index.byKey.get(textKey(name)) ?? none;
  }
}

const channels = new NameIndex('channels', function* ({ channels }) {
  for (const { id, name } of channels.values()) yield [name, id];
});
const fullNames = new NameIndex('accounts', function* ({ accounts }) {
  for (const { id, fullName } of accounts.values()) yield [fullName, id];
});
const addresses = new NameIndex('accounts', function* ({ accounts, organization }) {
  for (const account of accounts.values()) yield [account.email, account.id];
  for (const account of accounts.values()) yield [apiEmail(account, organization), account.id];
});

/** The channel with a name, including archived ones. */
export function channelByName(state: OrganizationState, name: string): Channel | undefined {
  const [id] = channels.ids(state, name);
  return id === undefined ? undefined : state.channel(id);
}

export function accountsByFullName(state: OrganizationState, fullName: string): Account[] {
  return fullNames.ids(state, fullName).flatMap((id) => state.account(id) ?? []);
}

/** An account by its real address, or by its API address. */
export function accountByAddress(state: OrganizationState, address: string): Account | undefined {
  const [id] = addresses.ids(state, address);
  return id === undefined ? undefined : state.account(id);
}
