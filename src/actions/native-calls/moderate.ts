// Ends a call for everyone, and removes a person from one, inside a unit of work: for who started it, and for those who
// moderate the conversation.

import { badRequest, insufficientPermission } from '../../api-contract/error.ts';
import { isAtLeast, Role } from '../../model/accounts/roles.ts';
import { mayAdministerChannel } from '../../model/channels/channel-access.ts';
import { callEnded } from '../../model/native-calls/call-rules.ts';
import { newSession } from '../../model/native-calls/call-session.ts';
import type { CallRow } from '../../model/native-calls/native-call.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { changeParticipant, participantsIn } from '../../stores/native-calls/participant-store.ts';
import { audit } from '../audit/audit.ts';
import { endCall, leaveCall } from './leave.ts';

/** @throws unless the actor started the call, moderates the organization, or administers the channel */
async function checkMayModerate(acting: ActorContext, call: CallRow): Promise<void> {
  const { account } = acting;
  if (call.ended_at !== null) throw callEnded();
  if (call.starter_id === account.id || isAtLeast(account.role, Role.moderator)) return;
  const found = call.channel_id === null ? undefined : await tableLookup(acting).channel(call.channel_id);
  if (!found || !mayAdministerChannel(found.membership)) throw insufficientPermission();
}

/** Ends a call for all who are in it. */
export async function endCallForAll(acting: ActorContext, call: CallRow): Promise<void> {
  await checkMayModerate(acting, call);
  await endCall(acting.writer, call, 'ended');
  if (call.starter_id !== acting.account.id)
    await audit(acting.writer, { kind: 'call_ended', accountId: call.starter_id, ...channelOf(call) });
}

/** Removes a person from a call. They may join again if they may post there, but no device returns by itself. */
export async function removeFromCall(acting: ActorContext, call: CallRow, userId: number): Promise<void> {
  await checkMayModerate(acting, call);
  const { writer } = acting;
  const removed = (await participantsIn(writer, [call.id])).filter((one) => one.account_id === userId);
  if (removed.length === 0) throw badRequest('This user is not in the call.');
  await leaveCall(writer, call, removed);
  for (const { id } of removed) await changeParticipant(writer, id, { session: newSession() });
  if (userId !== acting.account.id)
    await audit(writer, { kind: 'call_participant_removed', accountId: userId, ...channelOf(call) });
}

/** The channel of a call, for the audit log. Its topic is not recorded: the readers of the log may not see it. */
function channelOf({ channel_id }: CallRow): { readonly channelId?: number } {
  return channel_id === null ? {} : { channelId: channel_id };
}
