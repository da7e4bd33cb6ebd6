// The messages of an export: channel by channel, then direct messages, in files of bounded size. They are in
// the format of the API, with both forms of their content and everything attached to them.

import { limits } from '../../api-contract/limits.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { MessageEditRow, ReactionRow, SubmessageRow } from '../../model/messages/message-row.ts';
import type { PinnedMessageRow } from '../../model/pins/pinned-message.ts';
import { coversPosition, type SubscriptionPeriod } from '../../model/subscriptions/subscription-periods.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import {
  directConversationsOf,
  type ExportedRow,
  pageOfChannel,
  pageOfConversations,
  subscriptionPeriodsOfAny,
} from '../../stores/exports/export-message-store.ts';
import {
  arrivalsByMessage,
  editsByMessage,
  reactionsByMessage,
  submessagesByMessage,
} from '../../stores/messages/message-store.ts';
import { pinsOfMessages } from '../../stores/pins/pinned-message-store.ts';
import { type ExportScope, shareOf } from './scope.ts';

/** Conversations of direct messages that are read together. */
const CONVERSATIONS_AT_ONCE = 200;

/** A channel and how much of it is exported. */
export interface SharedChannel {
  readonly channel: Channel;
  readonly share: 'all' | 'received';
}

/** Caches when the consenting accounts were subscribed to each channel. */
export class SubscriptionPeriodCache {
  readonly #reader: Reader;
  readonly #accountIds: readonly number[];
  readonly #periods = new Map<number, readonly SubscriptionPeriod[]>();

  constructor(reader: Reader, scope: ExportScope) {
    this.#reader = reader;
    this.#accountIds = [...scope.consentingIds];
  }

  async of(channelId: number): Promise<readonly SubscriptionPeriod[]> {
    const cached = this.#periods.get(channelId);
    if (cached) return cached;
    const periodsRead = await subscriptionPeriodsOfAny(this.#reader, channelId, this.#accountIds);
    this.#periods.set(channelId, periodsRead);
    return periodsRead;
  }
}

/** The channels of which the export includes messages. */
export async function exportedChannels(
  channels: Iterable<Channel>,
  scope: ExportScope,
  periods: SubscriptionPeriodCache,
): Promise<SharedChannel[]> {
  const result: SharedChannel[] = [];
  for (const channel of channels) {
    const ofChannel = channel.isPrivate && scope.kind !== 'public' ? await periods.of(channel.id) : [];
    const share = shareOf(channel, scope.kind, ofChannel);
    if (share !== 'none') result.push({ channel, share });
  }
  return result;
}

/** The messages that a consenting account received while subscribed, wherever they were then. */
async function receivedAmong(
  reader: Reader,
  rows: readonly ExportedRow[],
  periods: SubscriptionPeriodCache,
): Promise<ExportedRow[]> {
  const arrivalsOfMoved = await arrivalsByMessage(
    reader,
    rows.filter((row) => row.is_moved === 1).map((row) => row.id),
  );
  const result: ExportedRow[] = [];
  for (const row of rows) {
    const arrivals = arrivalsOfMoved.get(row.id) ?? [
      { channel_id: row.channel_id ?? 0, sequence: row.sequence },
    ];
    for (const { channel_id, sequence } of arrivals) {
      if (!coversPosition(await periods.of(channel_id), sequence)) continue;
      result.push(row);
      break;
    }
  }
  return result;
}

/** The pages of an export's messages; each becomes at most one file. */
export async function* messagePages(
  reader: Reader,
  channels: readonly SharedChannel[],
  scope: ExportScope,
  periods: SubscriptionPeriodCache,
): AsyncGenerator<ExportedRow[]> {
  for (const { channel, share } of channels) {
    const readPage = (after: number) => pageOfChannel(reader, channel.id, bounds(scope, after));
    for await (const rows of pagesOf(readPage)) {
      yield share === 'all' ? rows : await receivedAmong(reader, rows, periods);
    }
  }
  const people = [...scope.consentingIds];
  let last = 0;
  while (people.length > 0) {
    const ids = await directConversationsOf(reader, people, last, CONVERSATIONS_AT_ONCE);
    if (ids.length === 0) return;
    yield* pagesOf((after) => pageOfConversations(reader, ids, bounds(scope, after)));
    last = ids.at(-1) ?? last;
  }
}

function bounds(scope: ExportScope, after: number) {
  return { after, upTo: scope.newestMessageId, limit: limits.messagesPerExportFile };
}

async function* pagesOf(read: (after: number) => Promise<ExportedRow[]>): AsyncGenerator<ExportedRow[]> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < limits.messagesPerExportFile) return;
    after = rows.at(-1)?.id ?? after;
  }
}

function exportedReaction(reaction: ReactionRow) {
  return {
    user_id: reaction.account_id,
    emoji_name: reaction.emoji_name,
    emoji_code: reaction.emoji_code,
    reaction_type: reaction.reaction_type,
  };
}

/** Who pinned the message for everyone, and when; null if it is not pinned. */
function exportedPin(pin: PinnedMessageRow | undefined) {
  return pin ? { user_id: pin.account_id, pinned_at: pin.pinned_at } : null;
}

function exportedSubmessage({ id, sender_id, msg_type, content }: SubmessageRow) {
  return { id, sender_id, msg_type, content };
}

function exportedEdit(edit: MessageEditRow) {
  return {
    user_id: edit.editor_id,
    timestamp: edit.edited_at,
    prev_content: edit.prev_content,
    prev_topic: edit.prev_topic,
    topic: edit.topic,
    prev_stream: edit.prev_channel_id,
    stream: edit.channel_id,
  };
}

/** Messages in the format of the file. */
export async function exportedMessages(reader: Reader, rows: readonly ExportedRow[]): Promise<unknown[]> {
  const idsOf = (matches: (row: ExportedRow) => boolean) => rows.filter(matches).map((row) => row.id);
  const reactions = await reactionsByMessage(
    reader,
    idsOf((row) => row.has_reaction === 1),
  );
  const submessages = await submessagesByMessage(
    reader,
    idsOf((row) => row.has_submessage === 1),
  );
  const edits = await editsByMessage(
    reader,
    idsOf((row) => row.has_edits === 1),
  );
  const pins = await pinsOfMessages(
    reader,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    ...(row.channel_id === null
      ? { type: 'private', user_ids: peopleOf(row.direct_key ?? '') }
      : { type: 'stream', stream_id: row.channel_id, topic: row.topic_name }),
    sender_id: row.sender_id,
    client: row.client,
    timestamp: row.sent_at,
    content: row.content,
    rendered_content: row.rendered_content,
    last_edit_timestamp: row.last_edited_at,
    last_moved_timestamp: row.last_moved_at,
    reactions: (reactions.get(row.id) ?? []).map(exportedReaction),
    pinned: exportedPin(pins.get(row.id)),
    submessages: (submessages.get(row.id) ?? []).map(exportedSubmessage),
    edit_history: (edits.get(row.id) ?? []).map(exportedEdit),
  }));
}
