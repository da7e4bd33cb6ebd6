// Deleting what deactivated accounts have sent (specification E12), piece by piece: a unit of work deletes one
// batch, newest first, and notes what remains. Requests begin it and a job goes on, after a restart too.

import type { NewEvent } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import { entriesOf } from '../../api-contract/typed-records.ts';
import type { Writer } from '../../storage/session.ts';
import { readChannels } from '../../stores/channels/channel-store.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import {
  type ErasedPlaces,
  type ErasureRow,
  finishErasure,
  lowerErasure,
  newestSentBy,
  nextErasure,
  orderErasure,
  type SentHead,
} from '../../stores/messages/erasure-store.ts';
import { audit } from '../audit/audit.ts';
import { removeMessages } from './delete.ts';

/** The log's entry that wakes the job; no client sees it. */
export const ERASURE = '_erasure';

/** The words of the audit log. */
const erasedPlaces = {
  publicChannels: 'public_channels',
  privateChannels: 'private_channels',
  directMessages: 'direct_messages',
} as const;

/** Orders the messages of accounts to be deleted, in that order; nothing is deleted yet. False where no place is named. */
export async function orderErasures(
  writer: Writer,
  accountIds: readonly number[],
  places: ErasedPlaces,
): Promise<boolean> {
  if (!places.publicChannels && !places.privateChannels && !places.directMessages) return false;
  const of = entriesOf(places).flatMap(([place, isMeant]) => (isMeant ? [erasedPlaces[place]] : []));
  for (const accountId of accountIds) {
    await audit(writer, { kind: 'messages_erased', accountId, details: { of } });
    await orderErasure(writer, accountId, places);
  }
  const wake: NewEvent = { type: ERASURE, audience: { kind: 'nobody' }, payload: {} };
  writer.emit(wake);
  return true;
}

/** Those of a batch in the first few conversations: each costs statements of its own. */
function ofFewConversations(heads: readonly SentHead[]): readonly SentHead[] {
  const seen = new Set<number>();
  const end = heads.findIndex(
    (head) => seen.add(head.conversation_id).size > limits.eraseConversationsPerBatch,
  );
  return end < 0 ? heads : heads.slice(0, end);
}

/** Deletes one batch of what the organization has to delete; gives whether more remains. */
export async function eraseNextBatch(writer: Writer): Promise<boolean> {
  const erasure = await nextErasure(writer);
  if (!erasure) return false;
  const found = await newestSentBy(writer, erasure.account_id, erasure.before_id, limits.deleteTopicBatch);
  const batch = ofFewConversations(found);
  const last = batch.at(-1);
  if (!last) {
    await finishErasure(writer, erasure.id);
    return (await nextErasure(writer)) !== undefined;
  }
  await removeFrom(writer, erasure, batch);
  await lowerErasure(writer, erasure.id, last.id);
  return true;
}

async function removeFrom(writer: Writer, erasure: ErasureRow, batch: readonly SentHead[]): Promise<void> {
  const channelIds = [...new Set(batch.flatMap((head) => head.channel_id ?? []))];
  const channels = new Map(
    (channelIds.length > 0 ? await readChannels(writer, channelIds) : []).map((one) => [one.id, one]),
  );
  for (const [conversationId, heads] of Map.groupBy(batch, (head) => head.conversation_id)) {
    const channelId = heads[0]?.channel_id ?? undefined;
    const channel = channelId === undefined ? undefined : channels.get(channelId);
    if (!isAmong(erasure, channel)) continue;
    const conversation = await conversationById(writer, conversationId);
    if (conversation) await removeMessages(writer, heads, { conversation, channel });
  }
}

function isAmong(erasure: ErasureRow, channel: { readonly isPrivate: boolean } | undefined): boolean {
  if (!channel) return erasure.direct_messages === 1;
  return (channel.isPrivate ? erasure.private_channels : erasure.public_channels) === 1;
}
