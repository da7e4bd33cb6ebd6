// Deletes the messages of deactivated accounts (specification E12) in batches: each unit of work deletes one
// batch, newest first, and records the progress. Requests start the deletion and a job continues it, after a
// restart too.

import type { NewEvent } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import { entriesOf } from '../../api-contract/typed-records.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readChannels } from '../../stores/channels/channel-store.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import {
  type ErasureRow,
  type ErasureScope,
  finishErasure,
  lowerErasureBound,
  newestSentBy,
  nextErasure,
  nextErasureOf,
  type SentHead,
  scheduleErasure,
} from '../../stores/messages/erasure-store.ts';
import { audit } from '../audit/audit.ts';
import { removeMessages } from './delete.ts';

/** The type of the log entry that wakes the job; clients never see it. */
export const ERASURE = '_erasure';

/** The names in the audit log. */
const auditNames = {
  publicChannels: 'public_channels',
  privateChannels: 'private_channels',
  directMessages: 'direct_messages',
} as const;

/**
 * Orders the deletion of the accounts' messages, in that order; nothing is deleted yet. Returns false if no
 * kind of conversation is selected.
 */
export async function orderErasures(
  writer: Writer,
  accountIds: readonly number[],
  kinds: ErasureScope,
): Promise<boolean> {
  if (!kinds.publicChannels && !kinds.privateChannels && !kinds.directMessages) return false;
  const selectedKinds = entriesOf(kinds).flatMap(([kind, isIncluded]) =>
    isIncluded ? [auditNames[kind]] : [],
  );
  for (const accountId of accountIds) {
    await audit(writer, { kind: 'messages_erased', accountId, details: { of: selectedKinds } });
    await scheduleErasure(writer, accountId, kinds);
  }
  const wake: NewEvent = { type: ERASURE, audience: { kind: 'nobody' }, payload: {} };
  writer.emit(wake);
  return true;
}

/** The part of a batch in its first few conversations: each conversation costs statements of its own. */
function ofFewConversations(heads: readonly SentHead[]): readonly SentHead[] {
  const seen = new Set<number>();
  const end = heads.findIndex(
    (head) => seen.add(head.conversation_id).size > limits.eraseConversationsPerBatch,
  );
  return end < 0 ? heads : heads.slice(0, end);
}

/** Deletes one batch of the organization's ordered deletions; returns whether more remains. */
export async function eraseNextBatch(writer: Writer): Promise<boolean> {
  const erasure = await nextErasure(writer);
  if (erasure) await eraseBatch(writer, erasure);
  return (await nextErasure(writer)) !== undefined;
}

/** Deletes one batch of an account's ordered deletion, if it is pending. */
export async function eraseBatchOf(writer: Writer, accountId: number): Promise<void> {
  const erasure = await nextErasureOf(writer, accountId);
  if (erasure) await eraseBatch(writer, erasure);
}

async function eraseBatch(writer: Writer, erasure: ErasureRow): Promise<void> {
  const found = await newestSentBy(writer, erasure.account_id, erasure.before_id, limits.deleteTopicBatch);
  const batch = ofFewConversations(found);
  const last = batch.at(-1);
  if (!last) {
    await finishErasure(writer, erasure.id);
    return;
  }
  await removeFrom(writer, erasure, batch);
  await lowerErasureBound(writer, erasure.id, last.id);
}

async function removeFrom(writer: Writer, erasure: ErasureRow, batch: readonly SentHead[]): Promise<void> {
  const channelIds = [...new Set(batch.flatMap((head) => head.channel_id ?? []))];
  const channels = new Map((await readChannels(writer, channelIds)).map((channel) => [channel.id, channel]));
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
