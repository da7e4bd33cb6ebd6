// Taking away name and picture of somebody who left. (Specification E12, `delete_profile`.)

import type { Writer } from '../../storage/session.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Account } from './account.ts';
import { avatarEvents } from './email-events.ts';
import { personChanged } from './person-events.ts';
import { updateAccount } from './store.ts';

const NAME = 'Deleted user';

export async function eraseProfile(
  writer: Writer,
  organization: Organization,
  account: Account,
): Promise<void> {
  const after = { ...account, fullName: NAME, avatarSource: 'J', avatarVersion: account.avatarVersion + 1 };
  await updateAccount(writer, account.id, {
    full_name: after.fullName,
    avatar_source: after.avatarSource,
    avatar_version: after.avatarVersion,
  });
  writer.emit(personChanged(account.id, { full_name: NAME }));
  for (const event of avatarEvents(organization, account, after)) writer.emit(event);
}
