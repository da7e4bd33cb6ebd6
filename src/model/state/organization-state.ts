// What a server holds in memory of an organization: people, channels, groups and settings, read from the tables
// once and kept up to date by the log. Requests are authorized and messages are dressed from it; units of work,
// which must see what other units just wrote, read the tables instead.

import type { LogEntry, Touches } from '../../contract/event.ts';
import type { GroupSettingValue } from '../../contract/group-setting.ts';
import { limits } from '../../contract/limits.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { peopleKnownTo } from '../accounts/known-people.ts';
import type { Role } from '../accounts/roles.ts';
import { readAccounts, readPastRoles } from '../accounts/store.ts';
import { isLimitedGuest } from '../accounts/visibility.ts';
import type { Channel } from '../channels/channel.ts';
import { readChannels } from '../channels/store.ts';
import { type Person, type UserGroup, isAllowed } from '../groups/group.ts';
import { groupsWithIds, readGroups } from '../groups/store.ts';
import { FragmentCache } from '../messages/fragment-cache.ts';
import type { Organization } from '../organizations/organization.ts';
import { readOrganization } from '../organizations/store.ts';
import { PresenceBook } from '../presence/book.ts';
import type { PresenceExtra } from '../presence/events.ts';
import { presenceAfter } from '../presence/store.ts';
import { type ProfileValue, readValues } from '../profile-fields/value-store.ts';
import { type SubscriptionPeriods, subscriptionPeriods } from '../subscriptions/store.ts';

interface PastRole {
  readonly role: Role;
  readonly from: number;
  readonly to: number;
}

/** A value of another room that is loaded with the state and read again when a touch says so. */
export interface StatePart<T> {
  readonly key: keyof Touches;
  read(reader: Reader, organization: Organization): Promise<T>;
}

export class OrganizationState {
  readonly id: number;
  /** The place in the log up to which this state holds. */
  sequence: number;
  /** Rise whenever something of their kind was read again; what is derived from it is then stale. */
  readonly versions = { accounts: 0, channels: 0 };
  /** Prepared JSON of messages. */
  readonly fragments = new FragmentCache(limits.preparedMessageBytes);
  #organization: Organization;
  #accounts = new Map<number, Account>();
  #channels = new Map<number, Channel>();
  #groups = new Map<number, UserGroup>();
  #pastRoles = new Map<number, PastRole[]>();
  readonly #profileValues = new Map<number, ProfileValue[]>();
  readonly #subscriptions = new Map<number, SubscriptionPeriods>();
  readonly #knownToGuests = new Map<number, ReadonlySet<number>>();
  /** Who is there now; written behind, and not part of what `sequence` says. */
  readonly presence = new PresenceBook();
  readonly #parts = new Map<StatePart<unknown>, unknown>();

  private constructor(organization: Organization, sequence: number) {
    this.id = organization.id;
    this.#organization = organization;
    this.sequence = sequence;
  }

  /** Reads everything; `sequence` is the log's head in the same snapshot. */
  static async load(reader: Reader, sequence: number): Promise<OrganizationState> {
    const state = new OrganizationState(await readOrganization(reader), sequence);
    await state.#readAccounts(reader);
    await state.#readChannels(reader);
    await state.#readGroups(reader);
    state.presence.open(await presenceAfter(reader, -1));
    return state;
  }

  get organization(): Organization {
    return this.#organization;
  }

  get accounts(): ReadonlyMap<number, Account> {
    return this.#accounts;
  }

  get channels(): ReadonlyMap<number, Channel> {
    return this.#channels;
  }

  get groups(): ReadonlyMap<number, UserGroup> {
    return this.#groups;
  }

  /** For `isInGroup` and its kin. */
  get waitingPeriodDays(): number {
    return this.#organization.settings.waiting_period_threshold;
  }

  account(id: number): Account | undefined {
    return this.#accounts.get(id);
  }

  /** A person's values of custom profile fields. */
  profileValues(accountId: number): readonly ProfileValue[] {
    return this.#profileValues.get(accountId) ?? [];
  }

  channel(id: number): Channel | undefined {
    return this.#channels.get(id);
  }

  /** Whether a permission's value lets an account through. */
  allows(value: GroupSettingValue, account: Person): boolean {
    return isAllowed(this, value, account, Math.floor(Date.now() / 1000));
  }

  /** The role that an account had at a place in the log. */
  roleAt(account: Account, sequence: number): Role {
    for (const past of this.#pastRoles.get(account.id) ?? []) {
      if (past.from <= sequence && sequence < past.to) return past.role;
    }
    return account.role;
  }

  /** The periods in which an account was subscribed; read on first use and kept up to date from then on. */
  async subscriptions(reader: Reader, accountId: number): Promise<SubscriptionPeriods> {
    const present = this.#subscriptions.get(accountId);
    if (present) return present;
    const periods = await subscriptionPeriods(reader, accountId);
    this.#subscriptions.set(accountId, periods);
    return periods;
  }

  /** The same without reading; undefined when they were not asked for before. */
  subscriptionsInMemory(accountId: number): SubscriptionPeriods | undefined {
    return this.#subscriptions.get(accountId);
  }

  /** Lets go of an account's subscriptions when nobody watches for it any more. */
  forgetSubscriptions(accountId: number): void {
    this.#subscriptions.delete(accountId);
  }

  /** A part that was read before; undefined when nobody asked for it yet. */
  partInMemory<T>(part: StatePart<T>): T | undefined {
    return this.#parts.get(part as StatePart<unknown>) as T | undefined;
  }

  /** The people whom a limited guest shares a channel or direct messages with, once `watchGuest` has read them. */
  accountsKnownTo(guestId: number): ReadonlySet<number> | undefined {
    return this.#knownToGuests.get(guestId);
  }

  /** Reads whom an account may see where it is a limited guest; kept up to date from then on. */
  async watchGuest(reader: Reader, account: Account): Promise<void> {
    if (!isLimitedGuest(this, account) || this.#knownToGuests.has(account.id)) return;
    this.#knownToGuests.set(account.id, await peopleKnownTo(reader, account.id));
  }

  /** A value of another room, read on first use and again whenever the log touches it. */
  async part<T>(reader: Reader, part: StatePart<T>): Promise<T> {
    if (this.#parts.has(part as StatePart<unknown>)) return this.#parts.get(part as StatePart<unknown>) as T;
    const value = await part.read(reader, this.#organization);
    this.#parts.set(part as StatePart<unknown>, value);
    return value;
  }

  /** Takes in entries that were committed up to a place: reads again what they touched. `reader` sees at least their state. */
  async apply(reader: Reader, entries: readonly LogEntry[], head: number): Promise<void> {
    if (head <= this.sequence) return;
    const touched = new Set<keyof Touches>();
    const ids = {
      accounts: new Set<number>(),
      channels: new Set<number>(),
      groups: new Set<number>(),
      subscriptions: new Set<number>(),
    };
    const all = { accounts: false, channels: false, groups: false, subscriptions: false };
    for (const { touches } of entries) {
      if (!touches) continue;
      if (touches.messages) this.fragments.drop(touches.messages);
      for (const key of Object.keys(touches) as (keyof Touches)[]) touched.add(key);
      for (const key of ['accounts', 'channels', 'groups', 'subscriptions'] as const) {
        const list = touches[key];
        if (!list) continue;
        if (list.length === 0) all[key] = true;
        for (const id of list) ids[key].add(id);
      }
    }
    if (touched.has('organization')) {
      this.#organization = await readOrganization(reader);
      // The edit history in them follows the organization's policy.
      this.fragments.drop([]);
    }
    // A field that is gone takes everybody's values of it along.
    if (touched.has('profileFields')) all.accounts = true;
    if (touched.has('accounts') || all.accounts) {
      await this.#readAccounts(reader, all.accounts ? undefined : [...ids.accounts]);
    }
    if (touched.has('channels')) await this.#readChannels(reader, all.channels ? undefined : [...ids.channels]);
    if (touched.has('groups')) await this.#readGroups(reader, all.groups ? undefined : [...ids.groups]);
    if (touched.has('subscriptions')) {
      const watched = all.subscriptions ? [...this.#subscriptions.keys()] : [...ids.subscriptions];
      for (const id of watched) {
        if (this.#subscriptions.has(id)) this.#subscriptions.set(id, await subscriptionPeriods(reader, id));
      }
    }
    for (const entry of entries) if (entry.type === 'presence') this.#notePresence(entry);
    await this.#readGuests(reader, touched.has('organization') ? undefined : entries);
    for (const part of this.#parts.keys()) {
      if (touched.has(part.key)) this.#parts.set(part, await part.read(reader, this.#organization));
    }
    this.sequence = head;
  }

  async #readGroups(reader: Reader, ids?: readonly number[]): Promise<void> {
    const groups = ids ? await groupsWithIds(reader, ids) : await readGroups(reader);
    for (const [id, group] of groups) this.#groups.set(id, group);
  }

  async #readAccounts(reader: Reader, ids?: readonly number[]): Promise<void> {
    this.versions.accounts++;
    for (const account of await readAccounts(reader, ids)) {
      this.#accounts.set(account.id, account);
      this.#profileValues.delete(account.id);
    }
    for (const value of await readValues(reader, ids)) {
      const present = this.#profileValues.get(value.accountId);
      if (present) present.push(value);
      else this.#profileValues.set(value.accountId, [value]);
    }
    this.#pastRoles = new Map();
    for (const period of await readPastRoles(reader)) {
      const past = { role: period.role as Role, from: period.from_sequence, to: period.to_sequence ?? 0 };
      const present = this.#pastRoles.get(period.account_id);
      if (present) present.push(past);
      else this.#pastRoles.set(period.account_id, [past]);
    }
  }

  #notePresence(entry: LogEntry): void {
    const { accountId, isForced, ...times } = entry.extra as unknown as PresenceExtra;
    if (isForced) this.presence.force(accountId, times);
    else this.presence.merge(accountId, times);
  }

  /** Where the organization changed, it may have begun to limit guests: all of them are read again. */
  async #readGuests(reader: Reader, entries: readonly LogEntry[] | undefined): Promise<void> {
    if (this.#knownToGuests.size === 0) return;
    const ids = entries?.flatMap(({ touches }) => touches?.people ?? []) ?? [...this.#knownToGuests.keys()];
    for (const id of new Set(ids)) {
      if (this.#knownToGuests.has(id)) this.#knownToGuests.set(id, await peopleKnownTo(reader, id));
    }
  }

  async #readChannels(reader: Reader, ids?: readonly number[]): Promise<void> {
    this.versions.channels++;
    for (const channel of await readChannels(reader, ids)) this.#channels.set(channel.id, channel);
  }
}
