// A person who joins, inside a unit of work: the account, with what the organization chose for new ones, and the
// channels that everybody starts in.

import type { Writer } from '../../storage/session.ts';
import { readChannels } from '../channels/store.ts';
import { roleChangeEvents } from '../groups/role-change-events.ts';
import type { Organization } from '../organizations/organization.ts';
import { subscribeAll } from '../subscriptions/subscribe.ts';
import type { Account } from './account.ts';
import { tellExportConsent } from './change-activity.ts';
import { insertAccount } from './create.ts';
import type { Keyring } from './credentials.ts';
import { personAdded } from './person-events.ts';
import type { Role } from './roles.ts';
import { accountById } from './store.ts';

export interface NewPerson {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly timezone?: string;
}

/** Stores the account, subscribes it to the default channels, and tells everybody. The address is free. */
export async function addPerson(
  writer: Writer,
  keyring: Keyring,
  organization: Organization,
  person: NewPerson,
): Promise<Account> {
  const id = await insertAccount(writer, keyring, {
    ...person,
    settings: organization.defaultSettings,
    avatarSource: organization.settings.default_avatar_source,
  });
  const account = await accountById(writer, id);
  if (!account) throw new Error('a new account was not read');
  writer.emit(personAdded(account));
  for (const event of roleChangeEvents(organization, account, undefined, account.role, writer.now)) {
    writer.emit(event);
  }
  await tellExportConsent(writer, account);
  const channels = (await readChannels(writer)).filter(
    ({ isDefault, isArchived }) => isDefault && !isArchived,
  );
  await subscribeAll(writer, organization, [account], channels);
  return account;
}
