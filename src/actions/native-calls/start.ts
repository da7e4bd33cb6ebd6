// Begins a call in a conversation, inside a unit of work: the call, its message, its first participant, and the people who
// are called. In a conversation with a call, that one is joined.

import { badRequest } from '../../api-contract/error.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { liveCallMessage } from '../../model/native-calls/call-message.ts';
import { callsOff, engineFor } from '../../model/native-calls/call-rules.ts';
import { hasNativeCalls } from '../../model/native-calls/has-native-calls.ts';
import type { CallKind, CallRow } from '../../model/native-calls/native-call.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { activeChannel } from '../../stores/channel-access/visible-channel.ts';
import {
  directConversation,
  insertDirect,
  insertTopic,
  topicConversation,
} from '../../stores/conversations/conversation-store.ts';
import { hasPermission } from '../../stores/groups/organization-permissions.ts';
import { callById, changeCall, insertCall, liveCallIn } from '../../stores/native-calls/call-store.ts';
import { sendDirectly, sendToChannel } from '../messages/send.ts';
import { type JoiningDevice, joinCall } from './join.ts';
import { ringConversation, ringReaders } from './ring-readers.ts';

/** Where a call is to be held: a topic, or with people, of whom the actor is one in any case. */
export type CallTarget =
  | { readonly channelId: number; readonly topic: string }
  | { readonly userIds: readonly number[] };

export interface CallRequest {
  readonly target: CallTarget;
  readonly kind: CallKind;
  /** Whom to call; undefined for everyone in a direct conversation, and no one in a topic. */
  readonly ringIds: readonly number[] | undefined;
  readonly client: string;
  readonly organizationUrl: string;
}

export interface JoinedCall {
  readonly call: CallRow;
  readonly session: string;
}

/**
 * Begins a call, or joins the one of the conversation; calls the people who are named.
 * @throws as `joinCall` does; without the permission to begin calls
 */
export async function startCall(
  acting: ActorContext,
  request: CallRequest,
  device: JoiningDevice,
): Promise<JoinedCall> {
  const { writer, organization } = acting;
  if (!hasNativeCalls(organization, device.offer)) throw callsOff();
  const existing = await existingConversation(acting, request.target);
  const live = existing && (await liveCallIn(writer, existing.id));
  if (live) {
    const session = await joinCall(acting, live, device);
    await ringReaders(acting, live, request.ringIds ?? []);
    return { call: live, session };
  }
  if (!(await hasPermission(acting, 'can_start_calls_group')))
    throw badRequest('You do not have permission to start calls.');
  const call = await insertWithMessage(acting, request, device, existing);
  const session = await joinCall(acting, call, { ...device, isFirst: true });
  if (request.ringIds) await ringReaders(acting, call, request.ringIds);
  else await ringConversation(acting, call);
  return { call, session };
}

async function existingConversation(
  acting: ActorContext,
  target: CallTarget,
): Promise<Conversation | undefined> {
  const { writer, account } = acting;
  if ('channelId' in target) {
    await activeChannel(tableLookup(acting), target.channelId, 'content');
    return topicConversation(writer, target.channelId, target.topic);
  }
  const ids = [...new Set([...target.userIds, account.id])];
  const people = await readAccounts(writer, ids);
  if (!people.some((person) => person.id !== account.id && !person.isBot && person.isActive))
    throw badRequest('There is no one to call in this conversation.');
  return directConversation(writer, ids);
}

/** Inserts the call and sends its message, which is refused where the actor may not post. */
async function insertWithMessage(
  { writer, account }: ActorContext,
  { target, kind, client, organizationUrl }: CallRequest,
  { offer }: JoiningDevice,
  existing: Conversation | undefined,
): Promise<CallRow> {
  const isTopic = 'channelId' in target;
  const ids = isTopic ? [] : [...new Set([...target.userIds, account.id])];
  const conversation =
    existing ??
    (isTopic ? await insertTopic(writer, target.channelId, target.topic) : await insertDirect(writer, ids));
  const id = await insertCall(writer, {
    conversation_id: conversation.id,
    kind,
    engine: engineFor(offer, isTopic ? undefined : ids.length),
    starter_id: account.id,
    organization_url: organizationUrl,
  });
  const message = {
    senderId: account.id,
    client,
    content: liveCallMessage({ id, kind, organization_url: organizationUrl }),
    isReadBySender: true,
  };
  const sent = isTopic
    ? await sendToChannel(writer, target.channelId, target.topic, message)
    : await sendDirectly(writer, ids, message);
  await changeCall(writer, id, { message_id: sent.id });
  const call = await callById(writer, id);
  if (!call) throw new Error('a call was not inserted');
  return call;
}
