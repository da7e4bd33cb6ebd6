// Changes an account's role, inside a unit of work: the rows, the events to everyone, and those to the
// account itself, which may see other channels, addresses and bots from then on.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import { maySeeEmail } from '../../model/people/account-email.ts';
import { limitsGuests } from '../../model/people/account-visibility.ts';
import { peopleChanged, personChanged } from '../../model/people/person-events.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { setAccountRole } from '../../stores/accounts/activity-store.ts';
import type { UnitContext, WithKeyring } from '../../stores/actor-context.ts';
import { roleChangeBotEvents } from '../../stores/bots/bot-events.ts';
import { roleChangeChannelEvents } from '../../stores/channels/role-change-events.ts';
import { audit } from '../audit/audit.ts';
import { roleChangeEvents } from '../groups/role-change-events.ts';
import { removeLostConversations } from '../later-conversations/remove-lost.ts';

/**
 * With more changed addresses than this, the account's clients register again instead of receiving each of
 * them.
 */
const MAX_ADDRESS_EVENTS = 500;

/** The addresses that an account sees with only one of two roles. */
function addressEvents(
  account: Account,
  to: Role,
  others: readonly Account[],
): NewEvent | undefined | 'many' {
  const before = { id: account.id, role: account.role };
  const after = { id: account.id, role: to };
  const changed = others.filter((other) => maySeeEmail(before, other) !== maySeeEmail(after, other));
  if (changed.length > MAX_ADDRESS_EVENTS) return 'many';
  if (changed.length === 0) return undefined;
  const persons = changed.map((other) => ({
    user_id: other.id,
    delivery_email: maySeeEmail(after, other) ? other.email : null,
  }));
  return peopleChanged(persons, [account.id]);
}

/**
 * Changes the role. Returns whether the account's clients must register again because too much changes for individual
 * events; the caller then ends its event queues.
 */
export async function changeRole(
  { writer, keyring, organization }: UnitContext & WithKeyring,
  account: Account,
  role: Role,
): Promise<{ readonly mustReregister: boolean }> {
  await audit(writer, {
    kind: 'role_changed',
    accountId: account.id,
    details: { old: account.role, new: role },
  });
  await setAccountRole(writer, account.id, role, writer.nextSequence());
  const isGuestChange = account.role === Role.guest || role === Role.guest;
  writer.emit({
    ...personChanged({ user_id: account.id, role }),
    touches: { accounts: [account.id], ...(isGuestChange && { people: [account.id] }) },
  });
  if (account.isActive) {
    for (const event of roleChangeEvents(organization, account, { from: account.role, to: role }, writer.now))
      writer.emit(event);
  }
  for (const event of await roleChangeChannelEvents(writer, organization, account, role)) writer.emit(event);
  await removeLostConversations(writer, { accountId: account.id });
  if (account.isBot) return { mustReregister: false };
  const addresses = addressEvents(account, role, await readAccounts(writer));
  if (addresses === 'many' || (isGuestChange && limitsGuests(organization))) return { mustReregister: true };
  if (addresses) writer.emit(addresses);
  for (const event of await roleChangeBotEvents(writer, keyring, account, role)) writer.emit(event);
  return { mustReregister: false };
}
