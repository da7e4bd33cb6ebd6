// Whether a device in a call may share its screen, as the tables have it now.

import { organizationPermissions } from '../../model/groups/permission-settings.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountById } from '../accounts/account-store.ts';
import { directoryFor } from '../groups/allowed-now.ts';
import { settingAllows } from '../groups/allows-setting.ts';
import { readOrganization } from '../organizations/organization-store.ts';
import { participationWith } from './participant-store.ts';

/** Undefined for a session that is not in the call. */
export async function mayShareScreen(
  reader: Reader,
  callId: number,
  session: string,
): Promise<boolean | undefined> {
  const participant = await participationWith(reader, callId, session);
  if (participant?.left_at !== null) return undefined;
  const [account, organization] = await Promise.all([
    accountById(reader, participant.account_id),
    readOrganization(reader),
  ]);
  if (!account) return undefined;
  const value = organization.settings.can_share_screen_group;
  const directory = await directoryFor(reader, organization, [value]);
  return settingAllows({ directory, account }, organizationPermissions.can_share_screen_group, value);
}
