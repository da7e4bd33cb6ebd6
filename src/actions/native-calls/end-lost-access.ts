// Ends participation in calls, and ringing, of accounts that may no longer take part. Runs at the end of every unit of work
// that changes what decides access, as part of that unit: so no way to change it can be forgotten.

import type { EntryFields, LogEntry } from '../../api-contract/event.ts';
import { callProviders } from '../../model/calls/call-providers.ts';
import type { CallRow } from '../../model/native-calls/native-call.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { mayJoin } from '../../stores/native-calls/call-access.ts';
import { liveCalls } from '../../stores/native-calls/call-store.ts';
import { participantsIn } from '../../stores/native-calls/participant-store.ts';
import { ringsOf } from '../../stores/native-calls/ring-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { endCall, leaveCall } from './leave.ts';
import { stopRingsOf } from './ring.ts';

/** Whether an entry changes what access depends on. */
function changesAccess({ touches }: Pick<EntryFields, 'touches'>): boolean {
  if (!touches) return false;
  return [
    touches.organization,
    touches.accounts,
    touches.channels,
    touches.groups,
    touches.subscriptions,
    touches.people,
  ].some((touched) => touched !== undefined);
}

/** Ends what is no longer allowed after a unit of work. Costs one query if it may have changed access. */
export async function endLostParticipation(writer: Writer): Promise<void> {
  if (!writer.emitted.some((entry: LogEntry) => changesAccess(entry))) return;
  const calls = await liveCalls(writer);
  if (calls.length === 0) return;
  const organization = await readOrganization(writer);
  for (const call of calls) await recheck(writer, organization, call);
}

async function recheck(writer: Writer, organization: Organization, call: CallRow): Promise<void> {
  const channel = call.channel_id === null ? undefined : await channelById(writer, call.channel_id);
  const isForbidden =
    organization.isDeactivated ||
    organization.settings.video_chat_provider !== callProviders.parley.id ||
    (call.channel_id !== null && channel?.isArchived !== false);
  if (isForbidden) return endCall(writer, call, 'not allowed');
  await recheckPeople(writer, organization, call);
}

/** Ends participation and ringing of people who may no longer take part in a call. */
export async function recheckPeople(
  writer: Writer,
  organization: Organization,
  call: CallRow,
): Promise<void> {
  const participants = await participantsIn(writer, [call.id]);
  const rings = await ringsOf(writer, call.id);
  const losing = new Set<number>();
  for (const id of new Set([...participants, ...rings].map((one) => one.account_id))) {
    const account = await accountById(writer, id);
    if (!account || !(await mayJoin({ writer, organization, account }, call))) losing.add(id);
  }
  await stopRingsOf(writer, call, losing);
  await leaveCall(
    writer,
    call,
    participants.filter((one) => losing.has(one.account_id)),
  );
}
