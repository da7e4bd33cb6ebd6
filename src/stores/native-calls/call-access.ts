// Who may see a call and who may join it, decided as for messages of its conversation. A call that does not exist and one
// that may not be seen get the same error.

import { isClientError } from '../../api-contract/error.ts';
import { mayReadChannel } from '../../model/channels/channel-access.ts';
import { peopleOf } from '../../model/conversations/direct-key.ts';
import { liveCallMessage } from '../../model/native-calls/call-message.ts';
import { invalidCallId } from '../../model/native-calls/call-rules.ts';
import type { CallRow } from '../../model/native-calls/native-call.ts';
import type { ActorContext } from '../actor-context.ts';
import { type Lookup, tableLookup } from '../channel-access/lookup.ts';
import { activeChannel } from '../channel-access/visible-channel.ts';
import { checkDirectMessage, checkPostingPermission } from '../messages/posting-checks.ts';
import { callById } from './call-store.ts';

/** Whether the account may read the conversation of a call. */
async function mayReadCall(lookup: Lookup, call: CallRow): Promise<boolean> {
  if (call.channel_id === null) return peopleOf(call.direct_key ?? '').includes(lookup.account.id);
  const found = await lookup.channel(call.channel_id);
  return found !== undefined && mayReadChannel(found.channel, found.membership);
}

/** A call that the account may see, even one that has ended. @throws `Invalid call ID` */
export async function readableCall(lookup: Lookup, id: number): Promise<CallRow> {
  const call = await callById(lookup.reader, id);
  if (!call || !(await mayReadCall(lookup, call))) throw invalidCallId();
  return call;
}

/** Checks that the actor may post in the conversation of a call, and so take part in it. @throws if not */
export async function checkMayJoin(acting: ActorContext, call: CallRow): Promise<void> {
  const { writer, account } = acting;
  if (call.channel_id !== null) {
    const { channel } = await activeChannel(tableLookup(acting), call.channel_id, 'content');
    await checkPostingPermission(acting, channel);
    return;
  }
  const others = peopleOf(call.direct_key ?? '').filter((id) => id !== account.id);
  await checkDirectMessage(writer, others, { senderId: account.id, content: liveCallMessage(call) });
}

/** Whether the account may take part in a call. */
export async function mayJoin(acting: ActorContext, call: CallRow): Promise<boolean> {
  if (!acting.account.isActive || !(await mayReadCall(tableLookup(acting), call))) return false;
  try {
    await checkMayJoin(acting, call);
    return true;
  } catch (error) {
    if (isClientError(error)) return false;
    throw error;
  }
}
