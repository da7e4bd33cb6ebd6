// Removes the name, picture and devices of a deactivated account. (Specification E12, `delete_profile`.)

import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { personChanged } from '../../model/people/person-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';
import { deleteSentNames } from '../../stores/scim/scim-store.ts';
import { audit } from '../audit/audit.ts';
import { changeAvatar } from '../avatars/change.ts';
import { removeDevicesOf } from '../push/change-device.ts';

const NAME = 'Deleted user';

/** Removes the name, picture and devices of a deactivated account, and emits that to those who see it. */
export async function eraseProfile(
  writer: Writer,
  organization: Organization,
  account: Account,
): Promise<void> {
  await audit(writer, { kind: 'profile_erased', accountId: account.id });
  await updateAccount(writer, account.id, { full_name: NAME });
  writer.emit(personChanged({ user_id: account.id, full_name: NAME }));
  await changeAvatar(writer, organization, account, { source: 'J' });
  await removeDevicesOf(writer, account.id);
  await deleteSentNames(writer, account.id);
}
