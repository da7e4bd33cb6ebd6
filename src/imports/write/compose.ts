// Composes rows from messages and receipts of an archive. Nothing here reads the database: the survey has found
// everything that rows depend on, so this work can run on several threads.

import { plainText } from '../../markdown/plain-text.ts';
import { FlagBit } from '../../model/messages/message-flags.ts';
import { rememberedStems, searchWords } from '../../model/search/search-words.ts';
import { pathIdOfUrl } from '../../model/uploads/path-id.ts';
import { messageTables as tables } from '../../stores/imports/message-tables.ts';
import type { MessageWords } from '../../stores/search/search-store.ts';
import type { ImportedBatch, ImportedMessage, ImportedReceipt } from '../records/messages.ts';
import { conversationKey } from './conversations.ts';
import { SeenPairs } from './duplicate-pairs.ts';
import { type IdPlan, Ids } from './ids.ts';
import { positionOfMessage } from './log-positions.ts';
import { Renderer, type RenderingFacts } from './renderer.ts';
import { RowsByTable } from './rows.ts';

/** The facts for composing rows; plain data that can be passed to threads. */
export interface ComposingFacts {
  readonly ids: IdPlan;
  readonly rendering: RenderingFacts;
  /** Ids of conversations, in the order of the survey. */
  readonly conversations: ReadonlyMap<string, number>;
  /** The message up to which everything counts as read, by account; ids of the archive. */
  readonly readBases: ReadonlyMap<number, number>;
  readonly attachments: ReadonlyMap<string, number>;
  /** Messages of the archive with reactions. */
  readonly messagesWithReactions: ReadonlySet<number>;
  /** Messages with wildcard mentions according to receipts; undefined if that follows from their texts. */
  readonly mentions:
    | { readonly channel: ReadonlySet<number>; readonly topic: ReadonlySet<number> }
    | undefined;
  /** The recipients of the messages of each channel, for an archive without receipts; ids of the archive. */
  readonly subscribers: ReadonlyMap<number, ReadonlySet<number>>;
}

/** The rows of the given messages, or of their receipts. */
export interface ComposedBatch {
  readonly messages: number;
  readonly rows: RowsByTable;
  readonly words: readonly MessageWords[];
}

/**
 * The log position of the arrival of a moved message in its current channel: before all periods of subscription,
 * since no one received the message there.
 */
const BEFORE_ALL_PERIODS = 1;
const CACHED_WORDS = 100_000;

interface ComposedMessage {
  readonly conversationId: number;
  readonly isMoved: boolean;
  readonly number: number;
  readonly mentionsTopic: boolean;
}

/** Composes the batches of one part, in order. */
export class Composer {
  readonly #facts: ComposingFacts;
  readonly #ids: Ids;
  readonly #renderer: Renderer;
  /** The messages of the current part. */
  #messages = new Map<number, ComposedMessage>();
  #participants = new Map<number, number[]>();
  #receivers = new SeenPairs<number>();
  #number = 0;
  readonly #stem = rememberedStems(CACHED_WORDS);
  /** The subscribers of each channel, with the new ids. */
  readonly #subscribers: ReadonlyMap<number, ReadonlySet<number>>;

  constructor(facts: ComposingFacts) {
    this.#facts = facts;
    this.#ids = new Ids(facts.ids);
    this.#renderer = new Renderer(facts.rendering);
    const entries = [...facts.subscribers].map(
      ([channel, accounts]) => [channel, new Set([...accounts].map((id) => this.#ids.account(id)))] as const,
    );
    this.#subscribers = new Map(entries);
  }

  /** Begins a part, whose first message has the given number. */
  begin(firstNumber: number): void {
    this.#messages = new Map();
    this.#participants = new Map();
    this.#receivers = new SeenPairs();
    this.#number = firstNumber;
  }

  compose({ messages, receipts }: ImportedBatch): ComposedBatch {
    const rows = new RowsByTable();
    const words = messages.map((message) => this.#addMessage(rows, message));
    for (const receipt of receipts) this.#addReceipt(rows, receipt);
    return { messages: messages.length, rows, words };
  }

  /** The rows that are only known after all batches of a part. */
  end(): ComposedBatch {
    const rows = new RowsByTable();
    for (const [id, { number, mentionsTopic }] of this.#messages) {
      if (!mentionsTopic) continue;
      rows.add(tables.message_mention, {
        ...this.#organization,
        message_id: this.#ids.of('message', id),
        group_ids: '[]',
        topic_participant_ids: JSON.stringify(this.#participants.get(id) ?? []),
        sequence: positionOfMessage(number),
      });
    }
    return { messages: 0, rows, words: [] };
  }

  get #organization() {
    return { organization_id: this.#ids.organizationId };
  }

  #addMessage(rows: RowsByTable, message: ImportedMessage): MessageWords {
    const ids = this.#ids;
    const { conversation, edits, submessages } = message;
    const firstChannelId =
      message.firstChannelId !== undefined && ids.has('channel', message.firstChannelId)
        ? message.firstChannelId
        : undefined;
    const number = this.#number++;
    const sequence = positionOfMessage(number);
    const id = ids.of('message', message.id);
    const senderId = ids.account(message.senderId);
    const content = this.#textOf(message);
    const rendered = this.#renderer.render(content, senderId);
    const channelId = 'channelId' in conversation ? conversation.channelId : null;
    const isMoved = channelId !== null && firstChannelId !== undefined && firstChannelId !== channelId;
    const aliases = this.#facts.ids.aliases;
    const key = conversationKey(conversation, (account) => aliases.get(account) ?? account);
    const conversationId = this.#facts.conversations.get(key);
    if (conversationId === undefined) throw new Error(`message ${message.id} belongs to no conversation`);
    const { mentions } = this.#facts;
    const mentionsChannel = mentions ? mentions.channel.has(message.id) : rendered.mentionsChannel;
    const mentionsTopic =
      channelId !== null && (mentions ? mentions.topic.has(message.id) : rendered.mentionsTopic);
    const groups = mentions ? [] : rendered.mentionedGroupIds;
    const attachments = this.#attachmentsOf(rendered.uploadPaths);
    const at = { ...this.#organization, message_id: id, sequence };
    rows.add(tables.message, {
      ...this.#organization,
      id,
      conversation_id: conversationId,
      channel_id: ids.optional('channel', channelId),
      sender_id: senderId,
      client: message.client,
      content,
      rendered_content: rendered.html,
      sent_at: message.sentAt,
      sequence,
      is_moved: isMoved,
      last_edited_at: edits.find((edit) => edit.prevContent !== null)?.editedAt ?? message.editedAt,
      last_moved_at: edits.find((edit) => edit.prevTopic !== null || edit.prevChannelId !== null)?.editedAt,
      has_edits: edits.length > 0,
      has_link: rendered.hasLink,
      has_image: rendered.hasImage,
      has_attachment: attachments.length > 0,
      has_reaction: this.#facts.messagesWithReactions.has(message.id),
      has_submessage: submessages.length > 0,
      is_me_message: rendered.isMeMessage,
      mentions_channel: mentionsChannel,
      mentions_topic: mentionsTopic,
      has_mention_row: mentionsTopic || groups.length > 0,
      is_read_by_sender: false,
      arrives_read: false,
    });
    if (groups.length > 0 && !mentionsTopic)
      rows.add(tables.message_mention, {
        ...at,
        group_ids: JSON.stringify(groups),
        topic_participant_ids: '[]',
      });
    if (isMoved) {
      rows.add(tables.message_arrival, { ...at, channel_id: ids.of('channel', firstChannelId) });
      rows.add(tables.message_arrival, {
        ...at,
        channel_id: ids.of('channel', channelId),
        sequence: BEFORE_ALL_PERIODS,
      });
    }
    for (const attachment of attachments)
      rows.add(tables.message_attachment, { message_id: id, attachment_id: attachment });
    this.#addEdits(rows, message, at);
    for (const { senderId: submitterId, type, content: text } of submessages)
      rows.add(tables.submessage, {
        ...at,
        sender_id: ids.account(submitterId),
        msg_type: type,
        content: text,
      });
    if (!mentions)
      for (const [account, flags] of this.#flagsOf(message, rendered.mentionedUserIds))
        rows.add(tables.personal_message, { ...at, account_id: account, flags });
    this.#messages.set(message.id, { conversationId, isMoved, number, mentionsTopic });
    const topic = 'channelId' in conversation ? conversation.topic : '';
    return { id, words: searchWords(`${plainText(rendered.html)}\n${topic}`, this.#stem) };
  }

  /** The text with the new ids; links to files that were not imported lead to their original addresses. */
  #textOf({ content, files = [] }: ImportedMessage): string {
    let text = this.#ids.text(content);
    for (const { pathId, url } of files) {
      const path = this.#ids.path(pathId);
      if (!this.#facts.attachments.has(path)) text = text.replaceAll(`/user_uploads/${path}`, () => url);
    }
    return text;
  }

  /** The flags of recipients who are mentioned or have starred a message. A mention of others has no effect. */
  #flagsOf({ conversation, senderId, starredBy = [] }: ImportedMessage, mentioned: readonly number[]) {
    const flags = new Map<number, number>();
    if (mentioned.length === 0 && starredBy.length === 0) return flags;
    const ids = this.#ids;
    const receivers =
      'channelId' in conversation
        ? this.#subscribers.get(conversation.channelId)
        : new Set([senderId, ...conversation.accountIds].map((id) => ids.account(id)));
    const stars = starredBy.map((id) => ids.account(id));
    for (const [bit, accounts] of [
      [FlagBit.mentioned, mentioned],
      [FlagBit.starred, stars],
    ] as const)
      for (const account of accounts)
        if (receivers?.has(account)) flags.set(account, (flags.get(account) ?? 0) | bit);
    return flags;
  }

  #attachmentsOf(urls: readonly string[]): number[] {
    const found = urls.map((url) => this.#facts.attachments.get(pathIdOfUrl(url) ?? ''));
    return [...new Set(found.filter((id) => id !== undefined))];
  }

  #addEdits(
    rows: RowsByTable,
    { edits, senderId }: ImportedMessage,
    at: { readonly organization_id: number; readonly message_id: number; readonly sequence: number },
  ): void {
    const ids = this.#ids;
    // Edits are inserted in the order in which they were made, because ids ascend.
    for (const edit of edits.toReversed()) {
      const from = ids.optional('channel', edit.prevChannelId);
      const to = ids.optional('channel', edit.channelId);
      const prevContent = edit.prevContent === null ? null : ids.text(edit.prevContent);
      rows.add(tables.message_edit, {
        ...at,
        editor_id: ids.account(ids.has('account', edit.editorId) ? edit.editorId : senderId),
        edited_at: edit.editedAt,
        prev_content: prevContent,
        prev_rendered_content:
          prevContent === null ? null : this.#renderer.render(prevContent, ids.account(senderId)).html,
        prev_topic: edit.prevTopic,
        topic: edit.topic,
        prev_channel_id: from === null || to === null ? null : from,
        channel_id: from === null || to === null ? null : to,
      });
    }
  }

  #addReceipt(
    rows: RowsByTable,
    { accountId, messageId, isRead, bits, isMentionedByTopic }: ImportedReceipt,
  ): void {
    const message = this.#messages.get(messageId);
    const base = this.#facts.readBases.get(accountId);
    // The survey has already noted the others as missing.
    if (!message || !this.#ids.has('account', accountId)) return;
    if (!this.#receivers.isNew(accountId, messageId)) return;
    const isHistorical = (bits & FlagBit.historical) !== 0;
    const ids = {
      ...this.#organization,
      account_id: this.#ids.account(accountId),
      message_id: this.#ids.of('message', messageId),
    };
    if (isMentionedByTopic) this.#addParticipant(messageId, ids.account_id);
    if (bits !== 0) rows.add(tables.personal_message, { ...ids, flags: bits });
    const isReadByDefault = isHistorical || message.isMoved || messageId <= (base ?? 0);
    if (isRead !== isReadByDefault)
      rows.add(tables.read_exception, {
        ...ids,
        conversation_id: message.conversationId,
        is_read: isRead,
      });
  }

  #addParticipant(messageId: number, accountId: number): void {
    const participants = this.#participants.get(messageId);
    if (participants) participants.push(accountId);
    else this.#participants.set(messageId, [accountId]);
  }
}
