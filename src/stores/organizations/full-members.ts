// Who becomes a full member, or stops being one, when the waiting period changes.

import type { NewEvent } from '../../api-contract/event.ts';
import { Role } from '../../model/accounts/roles.ts';
import { membersAdded, membersRemoved } from '../../model/groups/group-events.ts';
import { isFullMember } from '../../model/groups/user-group.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readAccounts } from '../accounts/account-store.ts';

/** The events of the group of full members; none if its members stay the same. */
export async function fullMemberEvents(
  reader: Reader & { readonly now: number },
  before: Organization,
  waitingPeriodDays: number,
): Promise<NewEvent[]> {
  const groupId = before.systemGroupIds['role:fullmembers'];
  const accounts = await readAccounts(reader);
  const members = accounts.filter(
    ({ role, isActive, isSystemBot }) => role === Role.member && isActive && !isSystemBot,
  );
  const fullMemberIds = (days: number) =>
    new Set(members.filter((account) => isFullMember(account, days, reader.now)).map(({ id }) => id));
  const oldIds = fullMemberIds(before.settings.waiting_period_threshold);
  const newIds = fullMemberIds(waitingPeriodDays);
  const added = [...newIds.difference(oldIds)];
  const removed = [...oldIds.difference(newIds)];
  return [
    ...(added.length > 0 ? [membersAdded({ id: groupId, isDeactivated: false }, added)] : []),
    ...(removed.length > 0 ? [membersRemoved({ id: groupId, isDeactivated: false }, removed)] : []),
  ];
}
