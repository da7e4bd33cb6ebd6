// Events for guests with limited visibility when a change shows them an account or hides one
// (`guest-visibility.ts` determines whom they see).

import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { asOf, isShownToOthers } from '../../model/do-not-disturb/do-not-disturb.ts';
import { doNotDisturbChanged } from '../../model/do-not-disturb/do-not-disturb-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { limitsGuests } from '../../model/people/account-visibility.ts';
import { personAdded, personHidden } from '../../model/people/person-events.ts';
import { isEmptyStatus, noStatus } from '../../model/statuses/status.ts';
import { statusChanged } from '../../model/statuses/status-events.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { peopleVisibleToGuest } from '../../stores/accounts/guest-visibility.ts';
import { activeGuests, guestsSubscribedTo } from '../../stores/accounts/guests.ts';
import { readDoNotDisturbOf } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import { readValues } from '../../stores/profile-fields/value-store.ts';
import { readStatuses } from '../../stores/statuses/status-store.ts';

/** The accounts that guests saw before a change. */
export type GuestVisibility = ReadonlyMap<number, ReadonlySet<number>>;

const none: GuestVisibility = new Map();

/** The accounts and channels that a change of subscriptions or direct messages affects. */
export interface AffectedVisibility {
  readonly accountIds: readonly number[];
  /** Guests subscribed to these channels can now see the accounts, or can no longer see them. */
  readonly channelIds?: readonly number[];
}

async function guestsConcerned(reader: Reader, concerned: AffectedVisibility): Promise<number[]> {
  const guests = await readAccounts(reader, concerned.accountIds);
  const ids = guests.filter(({ role, isBot }) => role === Role.guest && !isBot).map(({ id }) => id);
  if (!concerned.channelIds?.length) return ids;
  return [...new Set([...ids, ...(await guestsSubscribedTo(reader, concerned.channelIds))])];
}

/**
 * Records, before a change inside a unit of work, whom the affected guests see. Empty, without a query, if
 * guests see everyone. `emitGuestVisibility` follows the change.
 */
export async function guestVisibilityBefore(
  writer: Writer,
  organization: Organization,
  concerned: AffectedVisibility,
): Promise<GuestVisibility> {
  if (!limitsGuests(organization)) return none;
  const visible = new Map<number, ReadonlySet<number>>();
  for (const id of await guestsConcerned(writer, concerned))
    visible.set(id, await peopleVisibleToGuest(writer, id));
  return visible;
}

/**
 * Emits to guests the accounts that they can see since a change (`realm_user/add`), and those that they can no longer
 * see (`realm_user/remove`).
 */
export async function emitGuestVisibility(writer: Writer, before: GuestVisibility): Promise<void> {
  // By account: the guests who can see it since the change, and those who no longer can.
  const guestsByVisible = new Map<number, number[]>();
  const guestsByHidden = new Map<number, number[]>();
  for (const [guest, visibleBefore] of before) {
    const seesNow = await peopleVisibleToGuest(writer, guest);
    for (const id of seesNow) if (!visibleBefore.has(id) && id !== guest) add(guestsByVisible, id, guest);
    for (const id of visibleBefore) if (!seesNow.has(id) && id !== guest) add(guestsByHidden, id, guest);
  }
  if (guestsByVisible.size === 0 && guestsByHidden.size === 0) return;
  const accounts = await readAccounts(writer, [...guestsByVisible.keys(), ...guestsByHidden.keys()]);
  const values = await readValues(writer, [...guestsByVisible.keys()]);
  const statuses = guestsByVisible.size > 0 ? await readStatuses(writer) : new Map();
  const quiet = await readDoNotDisturbOf(writer, guestsByVisible.keys());
  for (const account of accounts.filter(({ isBot }) => !isBot)) {
    const newFor = guestsByVisible.get(account.id);
    const profile = values.filter(({ accountId }) => accountId === account.id);
    if (newFor) {
      writer.emit(personAdded(account, profile, newFor));
      const status = statuses.get(account.id) ?? noStatus;
      const isAway = !account.settings.presence_enabled;
      if (isAway || !isEmptyStatus(status)) {
        writer.emit({
          ...statusChanged(account, status, isAway),
          audience: { kind: 'accounts', ids: newFor },
        });
      }
      const times = quiet.get(account.id);
      if (account.isActive && times && isShownToOthers(times, writer.now)) {
        const audience = { kind: 'accounts', ids: newFor } as const;
        writer.emit(doNotDisturbChanged(account, asOf(times, writer.now), audience));
      }
    }
    const goneFor = guestsByHidden.get(account.id);
    if (goneFor) writer.emit(personHidden(account, goneFor));
  }
}

function add(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The active guests who may not see an account. Visibility between accounts is mutual. */
export async function guestsNotSeeing(
  reader: Reader,
  organization: Organization,
  account: Account,
): Promise<number[]> {
  if (account.isBot || !limitsGuests(organization)) return [];
  const visibleIds = await peopleVisibleToGuest(reader, account.id);
  const guests = await activeGuests(reader);
  return guests.filter((id) => id !== account.id && !visibleIds.has(id));
}
