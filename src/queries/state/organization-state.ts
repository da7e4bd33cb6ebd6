// The state of an organization in memory: people, channels, groups and settings, read from the database once
// and kept up to date by the log. Requests are authorized and messages are formatted with it. Units of work
// must see what other units just wrote, so they read the database instead.

import { extraOf, type LogEntry, type Touches } from '../../api-contract/event.ts';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { limits } from '../../api-contract/limits.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { type Typeset, type TypesetItem, typesetNow } from '../../markdown/typesetting.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { type GroupCandidate, isAllowed, type UserGroup } from '../../model/groups/user-group.ts';
import { FragmentCache } from '../../model/messages/fragment-cache.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { isLimitedGuest } from '../../model/people/account-visibility.ts';
import type { PresenceExtra } from '../../model/presence/presence-events.ts';
import { PresenceInMemory } from '../../model/presence/presence-in-memory.ts';
import type { ProfileValue } from '../../model/profile-fields/profile-value.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readAccounts, readPastRoles } from '../../stores/accounts/account-store.ts';
import { peopleVisibleToGuest } from '../../stores/accounts/guest-visibility.ts';
import { readChannels } from '../../stores/channels/channel-store.ts';
import { groupsWithIds, readGroups } from '../../stores/groups/group-store.ts';
import { HeadCache } from '../../stores/messages/head-cache.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { presenceAfter } from '../../stores/presence/presence-store.ts';
import { readValues } from '../../stores/profile-fields/value-store.ts';
import { subscriptionPeriods } from '../../stores/subscriptions/period-store.ts';
import { CopyOnWriteMap } from './copy-on-write-map.ts';
import { immutableView } from './immutable-view.ts';
import { among, EVERYTHING, idsIn, kindsIn, type Touched, touchesOf } from './invalidation.ts';
import type { OrganizationView } from './organization-view.ts';
import { SubscriptionCache } from './subscription-cache.ts';

interface PastRole {
  readonly role: Role;
  readonly from: number;
  readonly to: number;
}

/** The touches after which parts are read again. */
type PartKey = 'alertWords' | 'emoji' | 'linkifiers';

/** A value of another module that is loaded on first use and read again when touched. */
export interface StatePart<T> {
  readonly key: PartKey;
  read(reader: Reader, organization: Organization): Promise<T>;
}

/** The touches that concern values loaded on demand. */
type OnDemandTouches = Omit<
  Touched,
  'organization' | 'accounts' | 'profileFields' | 'channels' | 'groups' | 'messages'
>;

function appendTo<T>(lists: Map<number, T[]>, id: number, value: T): void {
  const list = lists.get(id);
  if (list) list.push(value);
  else lists.set(id, [value]);
}

function addAll<K, V>(map: Map<K, V>, more: ReadonlyMap<K, V>): void {
  for (const [key, value] of more) map.set(key, value);
}

function historyPolicyOf({ settings }: Organization): unknown {
  return settings.message_edit_history_visibility_policy;
}

/** An organization that is updated with its log. */
export class OrganizationState implements OrganizationView {
  readonly id: number;
  sequence: number;
  readonly versions = { accounts: 0, channels: 0 };
  /** Rewrites addresses of media on other servers that messages show; undefined: not rewritten. */
  externalMediaUrl: ((url: string) => string) | undefined;
  /** Renders the formulas and code of a message; a server does that outside its event loop. */
  typeset: (items: readonly TypesetItem[], authorId?: number) => Promise<Typeset> = async (items) =>
    typesetNow(items);
  /** Prepared JSON of messages. */
  readonly fragments = new FragmentCache(limits.preparedMessageBytes, limits.preparedMessageBytesEach);
  readonly heads = new HeadCache(limits.messageHeadsInMemory);
  #organization: Organization;
  readonly #accounts = new CopyOnWriteMap<number, Account>();
  readonly #channels = new CopyOnWriteMap<number, Channel>();
  readonly #groups = new CopyOnWriteMap<number, UserGroup>();
  #pastRoles = new Map<number, PastRole[]>();
  readonly #profileValues = new CopyOnWriteMap<number, ProfileValue[]>();
  readonly #subscriptions = new SubscriptionCache(limits.subscriptionPeriodsInMemory);
  readonly #knownToGuests = new CopyOnWriteMap<number, ReadonlySet<number>>();
  /** Current presence. It is persisted with a delay, and not covered by `sequence`. */
  readonly presence = new PresenceInMemory();
  readonly #parts = new Map<StatePart<unknown>, unknown>();
  /** How often each kind of value was touched. */
  readonly #stamps = new Map<keyof Touches, number>();

  private constructor(organization: Organization, sequence: number) {
    this.id = organization.id;
    this.#organization = organization;
    this.sequence = sequence;
  }

  /** Reads everything; `sequence` is the log's head in the same snapshot. */
  static async load(reader: Reader, sequence: number): Promise<OrganizationState> {
    const state = new OrganizationState(await readOrganization(reader), sequence);
    (await state.#readAccounts(reader))();
    (await state.#readChannels(reader))();
    (await state.#readGroups(reader))();
    state.presence.load(await presenceAfter(reader, -1));
    return state;
  }

  get organization(): Organization {
    return this.#organization;
  }

  get accounts(): ReadonlyMap<number, Account> {
    return this.#accounts.current;
  }

  get channels(): ReadonlyMap<number, Channel> {
    return this.#channels.current;
  }

  get groups(): ReadonlyMap<number, UserGroup> {
    return this.#groups.current;
  }

  get waitingPeriodDays(): number {
    return this.#organization.settings.waiting_period_threshold;
  }

  get origin(): object {
    return this;
  }

  /** An immutable view of the organization as it is now. */
  view(): OrganizationView {
    return immutableView({
      id: this.id,
      sequence: this.sequence,
      versions: { ...this.versions },
      organization: this.#organization,
      accounts: this.#accounts.share(),
      channels: this.#channels.share(),
      groups: this.#groups.share(),
      presence: this.presence,
      origin: this,
      profileValues: this.#profileValues.share(),
      knownToGuests: this.#knownToGuests.share(),
    });
  }

  account(id: number): Account | undefined {
    return this.#accounts.current.get(id);
  }

  profileValues(accountId: number): readonly ProfileValue[] {
    return this.#profileValues.current.get(accountId) ?? [];
  }

  channel(id: number): Channel | undefined {
    return this.#channels.current.get(id);
  }

  allows(value: GroupSettingValue, account: GroupCandidate): boolean {
    return isAllowed(this, value, account, nowSeconds());
  }

  /** The role that an account had at a log position. */
  roleAt(account: Account, sequence: number): Role {
    for (const past of this.#pastRoles.get(account.id) ?? []) {
      if (past.from <= sequence && sequence < past.to) return past.role;
    }
    return account.role;
  }

  /** The subscription periods of an account; read on first use and kept up to date while cached. */
  async subscriptions(reader: Reader, accountId: number): Promise<SubscriptionPeriods> {
    const cached = this.#subscriptions.get(accountId);
    if (cached) return cached;
    const periods = await this.#readUnchanged('subscriptions', () => subscriptionPeriods(reader, accountId));
    this.#subscriptions.set(accountId, periods);
    return periods;
  }

  /** Reads a value to be cached; reads again if it was touched in the meantime. */
  async #readUnchanged<T>(key: keyof Touches, read: () => Promise<T>): Promise<T> {
    for (;;) {
      const stamp = this.#stamps.get(key);
      const value = await read();
      if (stamp === this.#stamps.get(key)) return value;
    }
  }

  /** The subscription periods in memory; undefined if they were not used recently. */
  subscriptionsInMemory(accountId: number): SubscriptionPeriods | undefined {
    return this.#subscriptions.get(accountId);
  }

  /**
   * By channel, the accounts with cached subscriptions that are or were subscribed; and the accounts whose
   * subscriptions were evicted, so they must be looked up.
   */
  get cachedSubscriptions(): Pick<SubscriptionCache, 'everSubscribedTo' | 'evicted'> {
    return this.#subscriptions;
  }

  /** A part that was read before; undefined if it was not used yet. */
  partInMemory<T>(part: StatePart<T>): T | undefined {
    return this.#parts.get(part as StatePart<unknown>) as T | undefined;
  }

  accountsKnownTo(guestId: number): ReadonlySet<number> | undefined {
    return this.#knownToGuests.current.get(guestId);
  }

  /** Whether the accounts that an account may see are in memory. */
  hasGuestVisibility(account: Account): boolean {
    return !isLimitedGuest(this, account) || this.#knownToGuests.current.has(account.id);
  }

  /**
   * Reads the accounts that a guest with limited visibility may see; they are kept up to date from then on.
   */
  async loadGuestVisibility(reader: Reader, account: Account): Promise<void> {
    if (this.hasGuestVisibility(account)) return;
    const visibleIds = await this.#readUnchanged('people', () => peopleVisibleToGuest(reader, account.id));
    this.#knownToGuests.edit().set(account.id, visibleIds);
  }

  /** A value of another module, read on first use and again whenever the log touches it. */
  async part<T>(reader: Reader, part: StatePart<T>): Promise<T> {
    if (this.#parts.has(part as StatePart<unknown>)) return this.#parts.get(part as StatePart<unknown>) as T;
    const value = await this.#readUnchanged(part.key, () => part.read(reader, this.#organization));
    this.#parts.set(part as StatePart<unknown>, value);
    return value;
  }

  /**
   * Applies entries committed up to a log position: reads again what they touched, and then changes
   * everything synchronously, so that no one sees half of it. `reader` sees the database as of that position.
   */
  async apply(reader: Reader, entries: readonly LogEntry[], head: number): Promise<void> {
    if (head <= this.sequence) return;
    const all = touchesOf(entries);
    const {
      organization: organizationTouched,
      accounts,
      profileFields,
      channels,
      groups,
      messages,
      ...onDemand
    } = all;
    const organization = organizationTouched ? await readOrganization(reader) : undefined;
    const changes: (() => void)[] = [];
    // Removing a field removes everyone's values of it.
    const people = profileFields ?? accounts;
    if (people) changes.push(await this.#readAccounts(reader, idsIn(people)));
    if (channels) changes.push(await this.#readChannels(reader, idsIn(channels)));
    if (groups) changes.push(await this.#readGroups(reader, idsIn(groups)));
    // Last, and nothing is awaited after it, so values requested in the meantime are read again too.
    changes.push(await this.#readOnDemand(reader, onDemand, organization));
    if (messages) {
      const ids = idsIn(messages) ?? [];
      this.fragments.drop(ids);
      this.heads.drop(ids);
    }
    if (organization) {
      // The edit history in the fragments depends on the organization's policy.
      if (historyPolicyOf(organization) !== historyPolicyOf(this.#organization)) this.fragments.drop([]);
      this.#organization = organization;
    }
    for (const change of changes) change();
    for (const entry of entries) if (entry.type === 'presence') this.#notePresence(entry);
    for (const key of kindsIn(all)) this.#stamps.set(key, (this.#stamps.get(key) ?? 0) + 1);
    this.sequence = head;
  }

  /** Reads everything again, if it is unknown what was touched. */
  async reload(reader: Reader, head: number): Promise<void> {
    const everything: LogEntry = {
      sequence: head,
      type: '_reload',
      audience: { kind: 'nobody' },
      payload: {},
      touches: EVERYTHING,
    };
    await this.apply(reader, [everything], head);
  }

  /** Reads values loaded on demand, and repeats until none was added in the meantime. */
  async #readOnDemand(
    reader: Reader,
    { subscriptions: subscribers, people: guests, ...touchedParts }: OnDemandTouches,
    organization: Organization | undefined,
  ): Promise<() => void> {
    const subscriptions = new Map<number, SubscriptionPeriods>();
    const visibleToGuests = new Map<number, ReadonlySet<number>>();
    const parts = new Map<StatePart<unknown>, unknown>();
    // A changed organization may have begun to limit guests, so all of them are read again.
    const people = organization ? 'all' : guests;
    // This does not compile if a kind of touch is neither read elsewhere nor the key of a part.
    const partKeys: readonly PartKey[] = kindsIn(touchedParts);
    for (let isComplete = false; !isComplete; ) {
      isComplete = true;
      for (const id of among(this.#subscriptions, subscribers)) {
        if (subscriptions.has(id)) continue;
        subscriptions.set(id, await subscriptionPeriods(reader, id));
        isComplete = false;
      }
      for (const id of among(this.#knownToGuests.current, people)) {
        if (visibleToGuests.has(id)) continue;
        visibleToGuests.set(id, await peopleVisibleToGuest(reader, id));
        isComplete = false;
      }
      for (const part of this.#parts.keys()) {
        if (!partKeys.includes(part.key) || parts.has(part)) continue;
        parts.set(part, await part.read(reader, organization ?? this.#organization));
        isComplete = false;
      }
    }
    return () => {
      for (const [id, periods] of subscriptions) this.#subscriptions.update(id, periods);
      if (visibleToGuests.size > 0) addAll(this.#knownToGuests.edit(), visibleToGuests);
      for (const [part, value] of parts) this.#parts.set(part, value);
    };
  }

  async #readGroups(reader: Reader, ids?: readonly number[]): Promise<() => void> {
    const groups = ids ? await groupsWithIds(reader, ids) : await readGroups(reader);
    return () => {
      addAll(this.#groups.edit(), groups);
    };
  }

  async #readAccounts(reader: Reader, ids?: readonly number[]): Promise<() => void> {
    const accounts = await readAccounts(reader, ids);
    const values = await readValues(
      reader,
      accounts.map(({ id }) => id),
    );
    const periods = await readPastRoles(reader);
    return () => {
      this.versions.accounts++;
      const edited = this.#accounts.edit();
      const profiles = this.#profileValues.edit();
      for (const account of accounts) {
        edited.set(account.id, account);
        profiles.delete(account.id);
      }
      for (const value of values) appendTo(profiles, value.accountId, value);
      this.#pastRoles = new Map();
      for (const { account_id, role, from_sequence, to_sequence } of periods) {
        appendTo(this.#pastRoles, account_id, {
          role: role as Role,
          from: from_sequence,
          to: to_sequence ?? 0,
        });
      }
    };
  }

  #notePresence(entry: LogEntry): void {
    const { accountId, isForced, ...times } = extraOf<PresenceExtra>(entry);
    if (isForced) this.presence.overwrite(accountId, times);
    else this.presence.merge(accountId, times);
  }

  async #readChannels(reader: Reader, ids?: readonly number[]): Promise<() => void> {
    const channels = await readChannels(reader, ids);
    return () => {
      this.versions.channels++;
      const edited = this.#channels.edit();
      for (const channel of channels) edited.set(channel.id, channel);
    };
  }
}
