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
  const ids = (wasFull: boolean) =>
    members
      .filter((account) => {
        const wasFullMember = isFullMember(account, before.settings.waiting_period_threshold, reader.now);
        return (
          wasFullMember === wasFull && isFullMember(account, waitingPeriodDays, reader.now) !== wasFullMember
        );
      })
      .map(({ id }) => id);
  const added = ids(false);
  const removed = ids(true);
  return [
    ...(added.length > 0 ? [membersAdded({ id: groupId, isDeactivated: false }, added)] : []),
    ...(removed.length > 0 ? [membersRemoved({ id: groupId, isDeactivated: false }, removed)] : []),
  ];
}
