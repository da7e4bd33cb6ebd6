// Emits that members became full members when their waiting period ended, which happens without any action.

import { DAY } from '../../api-contract/time.ts';
import { membersAdded } from '../../model/groups/group-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { firstJoinedAfter, membersJoinedBetween } from '../../stores/accounts/joined-store.ts';
import { jobDoneUntil, recordJobDone } from '../../stores/job-marks/job-mark-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { channelVisibilityBefore, emitChannelVisibility } from '../channels/group-visibility.ts';

async function emittedUntil(reader: Reader, organization: Organization): Promise<number> {
  return (await jobDoneUntil(reader, 'full-members')) ?? organization.createdAt;
}

/** When the next waiting period ends that was not emitted yet; undefined if none is running. */
export async function nextPromotion(
  reader: Reader,
  organization: Organization,
  now: number,
): Promise<number | undefined> {
  const waitingPeriod = organization.settings.waiting_period_threshold * DAY;
  if (waitingPeriod === 0) return undefined;
  const joinedUntil = (await emittedUntil(reader, organization)) - waitingPeriod;
  // The clock was set back. Unless the recorded time is reset, people who join now would be skipped.
  if (joinedUntil > now) return now;
  const joinedAt = await firstJoinedAfter(reader, joinedUntil);
  return joinedAt === undefined ? undefined : joinedAt + waitingPeriod;
}

/** Emits the members whose waiting period has ended since the last run, and records the time, also an earlier one. */
export async function promoteMembers(writer: Writer, now: number): Promise<void> {
  const organization = await readOrganization(writer);
  const waitingPeriod = organization.settings.waiting_period_threshold * DAY;
  if (waitingPeriod === 0) return;
  const from = await emittedUntil(writer, organization);
  const groupId = organization.systemGroupIds['role:fullmembers'];
  const ids = await membersJoinedBetween(writer, from - waitingPeriod, now - waitingPeriod);
  await recordJobDone(writer, 'full-members', now);
  if (ids.length === 0) return;
  writer.emit(membersAdded({ id: groupId, isDeactivated: false }, ids));
  await emitChannelVisibility(writer, await channelVisibilityBefore(writer, groupId, from), now);
}
