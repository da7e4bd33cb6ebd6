// Filters scanned messages before they are read: drops those of conversations that do not match, and those
// that the account cannot have received. Each conversation is decided once for all of its messages.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../storage/reader-writer.ts';
import { conversationTargets } from '../stores/conversations/conversation-lists.ts';
import type { ScannedMessage } from '../stores/messages/message-scan-store.ts';
import { personalBits } from '../stores/messages/personal-store.ts';
import type { IdBounds } from '../stores/messages/range-store.ts';
import type { ConversationFields, ConversationTest } from './conversation-tests.ts';
import type { OwnPeriods } from './own-periods.ts';

/** Conversations read in one query. */
const CONVERSATIONS_AT_ONCE = 2000;

/** Which messages of a conversation may match: all, none, or those received in ranges of ids. */
type Verdict = 'all' | 'none' | readonly IdBounds[];

/** The account's own history; its messages outside the ranges have a row. */
export interface OwnHistory {
  readonly accountId: number;
  periods(): Promise<OwnPeriods>;
}

/** The filter of one narrow. */
export class ConversationFilter {
  readonly #tests: readonly ConversationTest[];
  readonly #own: OwnHistory | undefined;
  readonly #verdicts = new Map<number, Verdict>();

  /** Without `own`, all messages of matching conversations pass. */
  constructor(tests: readonly ConversationTest[], own: OwnHistory | undefined) {
    this.#tests = tests;
    this.#own = own;
  }

  /** The messages that may match, in the same order. */
  async passing(reader: Reader, messages: readonly ScannedMessage[]): Promise<readonly ScannedMessage[]> {
    if (this.#tests.length === 0 && !this.#own) return messages;
    await this.#decide(reader, messages);
    const uncertain: number[] = [];
    const candidates = messages.filter((message) => {
      const verdict = this.#verdicts.get(message.conversationId) ?? 'none';
      if (verdict === 'none') return false;
      if (!isIn(verdict, message)) uncertain.push(message.id);
      return true;
    });
    if (uncertain.length === 0 || !this.#own) return candidates;
    const rows = await personalBits(reader, this.#own.accountId, uncertain);
    const notReceived = new Set(uncertain.filter((id) => !rows.has(id)));
    return candidates.filter(({ id }) => !notReceived.has(id));
  }

  async #decide(reader: Reader, messages: readonly ScannedMessage[]): Promise<void> {
    const unknown = new Set<number>();
    for (const { conversationId } of messages)
      if (!this.#verdicts.has(conversationId)) unknown.add(conversationId);
    const ids = [...unknown];
    const receivedRanges = (await this.#own?.periods())?.ranges;
    for (let at = 0; at < ids.length; at += CONVERSATIONS_AT_ONCE) {
      if (at > 0) await nextTurn();
      for (const conversation of await conversationTargets(
        reader,
        ids.slice(at, at + CONVERSATIONS_AT_ONCE),
      )) {
        this.#verdicts.set(conversation.id, this.#verdictOn(conversation, receivedRanges));
      }
    }
  }

  #verdictOn(conversation: ConversationFields, received: OwnPeriods['ranges'] | undefined): Verdict {
    if (!this.#tests.every((test) => test(conversation))) return 'none';
    return !received || conversation.channel_id === null
      ? 'all'
      : (received.get(conversation.channel_id) ?? []);
  }
}

function isIn(verdict: Verdict, { id, isMoved }: ScannedMessage): boolean {
  // A moved message may have been received where it was before.
  if (verdict === 'all' || isMoved) return true;
  return verdict !== 'none' && verdict.some(({ low, high }) => low <= id && id < high);
}
