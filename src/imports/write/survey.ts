// The first reading of an archive's messages. It checks all of them before anything is written, and collects the
// facts that depend on all of them: conversations, periods of subscription, and read marks.

import { FlagBit } from '../../model/messages/message-flags.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { ImportedDirectory } from '../records/directory.ts';
import type { ImportedBatch, ImportedMessage, ImportedReceipt } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import type { ArchiveReader, MessagePart } from '../records/reader.ts';
import { ConversationCollector, conversationKey, type SurveyedConversation } from './conversations.ts';
import { SeenPairs } from './duplicate-pairs.ts';
import { IdSet } from './id-set.ts';
import { positionOfMessage } from './log-positions.ts';
import {
  type ChannelMessage,
  type CurrentSubscriber,
  PeriodCollector,
  type SurveyedPeriod,
} from './periods.ts';
import { PinCollector, type SurveyedPin } from './pins.ts';
import { ReadBases } from './read-bases.ts';
import { SortedPairs } from './sorted-pairs.ts';

/** A part of the messages. */
export interface SurveyedPart {
  readonly part: MessagePart;
  /** The number of its first message. */
  readonly firstNumber: number;
  readonly messages: number;
}

/** Facts that depend on all messages. */
export interface Survey {
  readonly messages: number;
  readonly receipts: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly parts: readonly SurveyedPart[];
  readonly conversations: ReadonlyMap<string, SurveyedConversation>;
  readonly periods: readonly SurveyedPeriod[];
  readonly readBases: ReadonlyMap<number, number>;
  /** The first message of each channel that has any. */
  readonly firstOfChannel: ReadonlyMap<number, number>;
  /** The pinned messages, those that were pinned earlier first. */
  readonly pins: readonly SurveyedPin[];
  /** The log position after all messages. */
  readonly end: number;
  /** Messages that mention everyone in their channel or topic, according to receipts. */
  readonly mentionsChannel: ReadonlySet<number>;
  readonly mentionsTopic: ReadonlySet<number>;
  /** Whether the archive contains a message. */
  hasMessage(messageId: number): boolean;
}

/** Reads all messages of an archive once. */
export class Surveyor {
  readonly #directory: ImportedDirectory;
  readonly #notes: Notes;
  readonly #conversations: ConversationCollector;
  readonly #pins: PinCollector;
  readonly #periods = new PeriodCollector();
  readonly #bases = new ReadBases();
  readonly #accounts: ReadonlySet<number>;
  readonly #channels: ReadonlySet<number>;
  readonly #firstOfChannel = new Map<number, number>();
  readonly #account: (id: number) => number;
  readonly #ids = new IdSet();
  readonly #mentionsChannel = new Set<number>();
  readonly #mentionsTopic = new Set<number>();
  #number = 0;
  #receipts = 0;
  #firstId = 0;
  #lastId = 0;
  /** The messages of the current part by id, and who received which. */
  #messages = new Map<number, { channelMessage: ChannelMessage | undefined; number: number }>();
  #receivedPairs = new SortedPairs();
  #receivers = new SeenPairs<number>();

  constructor(directory: ImportedDirectory, notes: Notes) {
    this.#directory = directory;
    this.#notes = notes;
    this.#account = (id) => directory.aliases.get(id) ?? id;
    this.#conversations = new ConversationCollector(this.#account);
    this.#accounts = new Set(directory.accounts.map(({ id }) => id));
    this.#channels = new Set(directory.channels.map(({ id }) => id));
    this.#pins = new PinCollector(directory, (id) => this.#accounts.has(this.#account(id)), notes);
  }

  /** Surveys everything; `progress` receives the number of messages read so far. */
  async survey(reader: ArchiveReader, progress: (messages: number) => void): Promise<Survey> {
    const parts: SurveyedPart[] = [];
    for (const part of reader.parts) {
      const firstNumber = this.#number;
      for await (const batch of reader.messages(part)) {
        this.#addBatch(batch, part);
        progress(this.#number);
      }
      this.#endPart();
      parts.push({ part, firstNumber, messages: this.#number - firstNumber });
    }
    const end = positionOfMessage(this.#number);
    const subscribers = await this.#subscribers(reader);
    return {
      messages: this.#number,
      receipts: this.#receipts,
      firstId: this.#firstId,
      lastId: this.#lastId,
      parts,
      conversations: this.#conversations.found,
      periods: this.#periods.finish(subscribers, { position: end, newestId: this.#lastId }),
      readBases: this.#bases.result(),
      firstOfChannel: this.#firstOfChannel,
      pins: this.#pins.finish(),
      end,
      mentionsChannel: this.#mentionsChannel,
      mentionsTopic: this.#mentionsTopic,
      hasMessage: (messageId) => this.#ids.has(messageId),
    };
  }

  #addBatch({ messages, receipts }: ImportedBatch, part: MessagePart): void {
    for (const message of messages) this.#addMessage(message, part);
    for (const receipt of receipts) this.#addReceipt(receipt);
  }

  #addMessage(message: ImportedMessage, part: MessagePart): void {
    const { id, conversation } = message;
    // A message moved from a channel that is not in the archive counts as sent to its current channel.
    const firstChannelId =
      message.firstChannelId !== undefined && this.#channels.has(message.firstChannelId)
        ? message.firstChannelId
        : undefined;
    if (id <= this.#lastId)
      throw new InvalidArchiveError(
        `${part}, message ${id}`,
        'messages are not in ID order, or appear twice.',
      );
    this.#checkConversation(message, part);
    if (this.#firstId === 0) this.#firstId = id;
    this.#lastId = id;
    this.#ids.add(id);
    const number = this.#number++;
    this.#conversations.add(id, conversation);
    if (message.pin) this.#pins.add(message, conversationKey(conversation, this.#account));
    this.#bases.addMessage(number, id);
    let channelMessage: ChannelMessage | undefined;
    if ('channelId' in conversation) {
      if (!this.#firstOfChannel.has(conversation.channelId))
        this.#firstOfChannel.set(conversation.channelId, id);
      const isMoved = firstChannelId !== undefined && firstChannelId !== conversation.channelId;
      channelMessage = this.#periods.addMessage(
        number,
        id,
        firstChannelId ?? conversation.channelId,
        isMoved,
      );
    }
    this.#messages.set(id, { channelMessage, number });
  }

  #checkConversation({ id, senderId, conversation }: ImportedMessage, part: MessagePart): void {
    const missing = (subject: string) =>
      new InvalidArchiveError(`${part}, message ${id}`, `${subject} is not in the archive.`);
    const isKnown = (accountId: number) => this.#accounts.has(this.#account(accountId));
    if (!isKnown(senderId)) throw missing(`its sender ${senderId}`);
    if ('channelId' in conversation) {
      if (!this.#channels.has(conversation.channelId)) throw missing(`its channel ${conversation.channelId}`);
    } else if (!conversation.accountIds.every(isKnown)) throw missing('a recipient');
  }

  #addReceipt(receipt: ImportedReceipt): void {
    const { accountId, messageId, isRead, bits } = receipt;
    const message = this.#messages.get(messageId);
    if (!message || !this.#accounts.has(accountId)) {
      this.#notes.add(
        'receipts',
        message ? 'of people who are not in the archive' : 'of messages that are not in the archive',
      );
      return;
    }
    if (!this.#receivers.isNew(accountId, messageId)) {
      this.#notes.add('receipts', 'they are duplicates');
      return;
    }
    this.#receipts++;
    if (receipt.isMentionedByChannel) this.#mentionsChannel.add(messageId);
    if (receipt.isMentionedByTopic) this.#mentionsTopic.add(messageId);
    if (bits & FlagBit.historical) return;
    this.#bases.addReceipt(accountId, message.number, isRead);
    if (message.channelMessage) this.#receivedPairs.add(message.number, accountId);
  }

  /** Receipts arrive in any order, but periods need the order of messages. */
  #endPart(): void {
    const byNumber = new Map<number, ChannelMessage>();
    for (const { number, channelMessage } of this.#messages.values())
      if (channelMessage) byNumber.set(number, channelMessage);
    for (const [number, accountId] of this.#receivedPairs.sortedPairs()) {
      const channelMessage = byNumber.get(number);
      if (channelMessage) this.#periods.addReceipt(accountId, channelMessage);
    }
    this.#messages = new Map();
    this.#receivedPairs = new SortedPairs();
    this.#receivers = new SeenPairs();
  }

  async #subscribers(reader: ArchiveReader): Promise<CurrentSubscriber[]> {
    const idle = new Set(
      this.#directory.accounts.flatMap((account) =>
        account.receivedThrough === undefined ? [] : [account.id],
      ),
    );
    const found: CurrentSubscriber[] = [];
    for await (const batch of reader.subscriptions()) {
      for (const { accountId, channelId, isActive } of batch) {
        if (!isActive || !this.#accounts.has(accountId) || !this.#channels.has(channelId)) continue;
        const coverage = idle.has(accountId) ? 'until they went away' : 'all';
        // An archive with receipts that has none for a person means that they received nothing, not everything.
        found.push({ accountId, channelId, receipts: this.#directory.hasReceipts ? coverage : 'none' });
      }
    }
    return found;
  }
}
