// The messages of an archive that are pinned for everyone: collected during the first reading, and written after the
// messages.

import { limits } from '../../api-contract/limits.ts';
import type { ImportedDirectory } from '../records/directory.ts';
import type { ImportedMessage } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';

/** A pinned message, with ids of the archive. */
export interface SurveyedPin {
  readonly messageId: number;
  readonly conversationKey: string;
  /** The channel that the message is in; null for direct messages. */
  readonly channelId: number | null;
  readonly accountId: number;
  /** Seconds since 1970. */
  readonly pinnedAt: number;
}

const NOUN = 'pins of messages';

function earliestFirst(a: SurveyedPin, b: SurveyedPin): number {
  return a.pinnedAt - b.pinnedAt || a.messageId - b.messageId;
}

/** Collects the pins of messages, at most as many of a conversation as it can have: the latest. */
export class PinCollector {
  readonly #byConversation = new Map<string, SurveyedPin[]>();
  readonly #archivedChannels: ReadonlySet<number>;
  readonly #isKnownAccount: (accountId: number) => boolean;
  readonly #notes: Notes;

  constructor(
    { channels }: Pick<ImportedDirectory, 'channels'>,
    isKnownAccount: (accountId: number) => boolean,
    notes: Notes,
  ) {
    this.#archivedChannels = new Set(channels.flatMap(({ id, isArchived }) => (isArchived ? [id] : [])));
    this.#isKnownAccount = isKnownAccount;
    this.#notes = notes;
  }

  /** Adds the pin of a message, if it has one. */
  add({ id, senderId, sentAt, conversation, pin }: ImportedMessage, conversationKey: string): void {
    if (!pin) return;
    const channelId = 'channelId' in conversation ? conversation.channelId : null;
    if (channelId !== null && this.#archivedChannels.has(channelId)) {
      this.#notes.add(NOUN, 'archived channels have none');
      return;
    }
    const { accountId } = pin;
    const pins = this.#byConversation.get(conversationKey) ?? [];
    pins.push({
      messageId: id,
      conversationKey,
      channelId,
      accountId: accountId !== undefined && this.#isKnownAccount(accountId) ? accountId : senderId,
      pinnedAt: pin.pinnedAt ?? sentAt,
    });
    this.#byConversation.set(conversationKey, pins);
    if (pins.length > 2 * limits.pinnedMessages) this.#dropOldest(pins);
  }

  #dropOldest(pins: SurveyedPin[]): void {
    pins.sort(earliestFirst);
    const dropped = pins.splice(0, Math.max(0, pins.length - limits.pinnedMessages));
    this.#notes.add(
      NOUN,
      `a conversation can have ${limits.pinnedMessages}; the latest stay`,
      dropped.length,
    );
  }

  /** All pins, the earliest first. */
  finish(): SurveyedPin[] {
    for (const pins of this.#byConversation.values()) this.#dropOldest(pins);
    return [...this.#byConversation.values()].flat().sort(earliestFirst);
  }
}
