// Taking away name, picture and devices of somebody who left. (Specification E12, `delete_profile`.)

import type { Writer } from '../../storage/session.ts';
import { changeAvatar } from '../avatars/change.ts';
import type { Organization } from '../organizations/organization.ts';
import { removeDevicesOf } from '../push/change-device.ts';
import type { Account } from './account.ts';
import { personChanged } from './person-events.ts';
import { updateAccount } from './store.ts';

const NAME = 'Deleted user';

/** Takes away the name, picture and devices of a deactivated account, and tells those who see it. */
export async function eraseProfile(
  writer: Writer,
  organization: Organization,
  account: Account,
): Promise<void> {
  await updateAccount(writer, account.id, { full_name: NAME });
  writer.emit(personChanged(account.id, { full_name: NAME }));
  await changeAvatar(writer, organization, account, { source: 'J' });
  await removeDevicesOf(writer, account.id);
}
