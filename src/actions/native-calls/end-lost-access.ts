// Ends participation in calls, ringing and shared screens of accounts that may no longer do so. Runs at the end of every unit of work
// that changes what decides access, as part of that unit: so no way to change it can be forgotten.

import type { LogEntry } from '../../api-contract/event.ts';
import type { Account } from '../../model/accounts/account.ts';
import { callProviders } from '../../model/calls/call-providers.ts';
import { peopleOf } from '../../model/conversations/direct-key.ts';
import type { CallRow } from '../../model/native-calls/native-call.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { channelById } from '../../stores/channels/channel-store.ts';
import { mayJoin } from '../../stores/native-calls/call-access.ts';
import { liveCalls } from '../../stores/native-calls/call-store.ts';
import { callsInWhich, participantsIn } from '../../stores/native-calls/participant-store.ts';
import { callsThatRing, ringsOf } from '../../stores/native-calls/ring-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { endLostSharing } from './end-lost-sharing.ts';
import { endCall, leaveCall } from './leave.ts';
import { stopRingsOf } from './ring.ts';

/** What a unit of work has changed of what access depends on. */
interface AccessChange {
  /** A setting of the organization, or a group: access may have changed for everyone. */
  readonly concernsAll: boolean;
  readonly channelIds: ReadonlySet<number>;
  readonly accountIds: ReadonlySet<number>;
}

function accessChange(entries: readonly LogEntry[]): AccessChange | undefined {
  const channelIds = new Set<number>();
  const accountIds = new Set<number>();
  let concernsAll = false;
  for (const { touches } of entries) {
    if (!touches) continue;
    concernsAll ||= touches.organization !== undefined || touches.groups !== undefined;
    for (const id of touches.channels ?? []) channelIds.add(id);
    for (const ids of [touches.accounts, touches.subscriptions, touches.people])
      for (const id of ids ?? []) accountIds.add(id);
  }
  const isNothing = !concernsAll && channelIds.size === 0 && accountIds.size === 0;
  return isNothing ? undefined : { concernsAll, channelIds, accountIds };
}

/** Whether access to the call may have changed for everyone in it, and not only for the accounts that were changed. */
function concernsCall({ concernsAll, channelIds, accountIds }: AccessChange, call: CallRow): boolean {
  if (concernsAll) return true;
  if (call.channel_id !== null) return channelIds.has(call.channel_id);
  // Whether people may write to each other depends on all of them.
  return peopleOf(call.direct_key ?? '').some((id) => accountIds.has(id));
}

/**
 * Ends what is no longer allowed after a unit of work. Costs one query if it may have changed access, and more only if those
 * whom it concerns are in calls or are called.
 */
export async function endLostParticipation(writer: Writer): Promise<void> {
  const change = accessChange(writer.emitted);
  if (!change) return;
  const calls = await liveCalls(writer);
  if (calls.length === 0) return;
  const [concerned, others] = [
    calls.filter((call) => concernsCall(change, call)),
    calls.filter((call) => !concernsCall(change, call)),
  ];
  const withAccounts = await callsWith(writer, others, change.accountIds);
  if (concerned.length + withAccounts.length === 0) return;
  const organization = await readOrganization(writer);
  // A channel has no setting about shared screens.
  const sharers = change.concernsAll ? undefined : change.accountIds;
  for (const call of concerned) await recheck(writer, organization, call, sharers);
  for (const call of withAccounts)
    await recheckPeople(writer, organization, call, { people: change.accountIds, sharers });
}

/** Those of some calls in which some accounts are, or to which they are called. */
async function callsWith(
  writer: Writer,
  calls: readonly CallRow[],
  accountIds: ReadonlySet<number>,
): Promise<CallRow[]> {
  if (calls.length === 0 || accountIds.size === 0) return [];
  const ids = [...accountIds];
  const callIds = new Set([...(await callsInWhich(writer, ids)), ...(await callsThatRing(writer, ids))]);
  return calls.filter(({ id }) => callIds.has(id));
}

async function recheck(
  writer: Writer,
  organization: Organization,
  call: CallRow,
  sharers: Concerned['sharers'],
): Promise<void> {
  const channel = call.channel_id === null ? undefined : await channelById(writer, call.channel_id);
  const isForbidden =
    organization.isDeactivated ||
    organization.settings.video_chat_provider !== callProviders.parley.id ||
    (call.channel_id !== null && channel?.isArchived !== false);
  if (isForbidden) return endCall(writer, call, 'not allowed');
  await recheckPeople(writer, organization, call, { sharers });
}

/** Whom a change may concern; undefined for everyone. */
interface Concerned {
  readonly people?: ReadonlySet<number>;
  /** Those whose permission to share the screen may have changed. */
  readonly sharers: ReadonlySet<number> | undefined;
}

/** Ends participation, ringing and shared screens of people who may no longer have them in a call. */
export async function recheckPeople(
  writer: Writer,
  organization: Organization,
  call: CallRow,
  { people, sharers }: Concerned,
): Promise<void> {
  const participants = await participantsIn(writer, [call.id]);
  const rings = await ringsOf(writer, call.id);
  const losing = new Set<number>();
  const staying = new Map<number, Account>();
  for (const id of new Set([...participants, ...rings].map((one) => one.account_id))) {
    if (people && !people.has(id)) continue;
    const account = await accountById(writer, id);
    if (account && (await mayJoin({ writer, organization, account }, call))) staying.set(id, account);
    else losing.add(id);
  }
  await stopRingsOf(writer, call, losing);
  await leaveCall(
    writer,
    call,
    participants.filter((one) => losing.has(one.account_id)),
  );
  const present = participants.flatMap((participant) => {
    const account = staying.get(participant.account_id);
    return account && sharers?.has(account.id) !== false ? [{ participant, account }] : [];
  });
  await endLostSharing({ writer, organization }, call, present);
}
