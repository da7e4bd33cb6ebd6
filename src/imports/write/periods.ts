// Derives periods of subscription from receipts: consecutive messages of a channel that a person received form a
// period. Messages that were moved away later leave no gap.

import { FIRST_POSITION, positionOfMessage } from './log-positions.ts';

/** A period of subscription, in log positions. */
export interface SurveyedPeriod {
  readonly accountId: number;
  readonly channelId: number;
  readonly from: number;
  readonly to: number | null;
  /** No message up to this id was received in the period. */
  readonly afterId: number;
}

/**
 * A current subscriber, and how complete the archive's receipts for them are. `none` means that the archive has
 * no receipts at all.
 */
export interface CurrentSubscriber {
  readonly accountId: number;
  readonly channelId: number;
  readonly receipts: 'all' | 'until they went away' | 'none';
}

interface Run {
  fromNumber: number;
  fromId: number;
  lastNumber: number;
  /** The number of the channel's messages up to the last received one. */
  count: number;
}

/** The position of a message in its channel when it was sent. */
export interface ChannelMessage {
  readonly number: number;
  readonly id: number;
  readonly channelId: number;
  /** The number of the channel's messages up to and including this one. */
  readonly count: number;
}

/** Collects who received which messages in channels. */
export class PeriodCollector {
  readonly #counts = new Map<number, number>();
  readonly #runs = new Map<number, Map<number, Run>>();
  readonly #found: SurveyedPeriod[] = [];

  /** Adds a message. A moved message counts for the channel it was sent to, and leaves no gap if it was not received. */
  addMessage(number: number, id: number, channelId: number, isMoved: boolean): ChannelMessage {
    const count = (this.#counts.get(channelId) ?? 0) + (isMoved ? 0 : 1);
    this.#counts.set(channelId, count);
    return { number, id, channelId, count };
  }

  /** Adds a receipt; messages must be in order. */
  addReceipt(accountId: number, { number, id, channelId, count }: ChannelMessage): void {
    const runs = this.#runs.get(channelId) ?? new Map<number, Run>();
    this.#runs.set(channelId, runs);
    const run = runs.get(accountId);
    if (run && count <= run.count + 1) {
      run.count = count;
      run.lastNumber = number;
      return;
    }
    if (run) this.#end(accountId, channelId, run);
    runs.set(accountId, { fromNumber: number, fromId: id, lastNumber: number, count });
  }

  #end(accountId: number, channelId: number, run: Run): void {
    this.#found.push({ ...startOf(accountId, channelId, run), to: positionOfMessage(run.lastNumber) + 1 });
  }

  /**
   * All periods. For a current subscriber, the last period stays open, or a new one begins if they missed messages.
   */
  finish(
    subscribed: Iterable<CurrentSubscriber>,
    end: { readonly position: number; readonly newestId: number },
  ): SurveyedPeriod[] {
    for (const { accountId, channelId, receipts } of subscribed) {
      const runs = this.#runs.get(channelId);
      const run = runs?.get(accountId);
      const isUnbroken = receipts === 'until they went away' || run?.count === this.#counts.get(channelId);
      if (run && isUnbroken) {
        this.#found.push({ ...startOf(accountId, channelId, run), to: null });
        runs?.delete(accountId);
      } else {
        const from = receipts === 'none' ? FIRST_POSITION : end.position;
        const afterId = receipts === 'none' ? 0 : end.newestId;
        this.#found.push({ accountId, channelId, from, to: null, afterId });
      }
    }
    for (const [channelId, runs] of this.#runs)
      for (const [accountId, run] of runs) this.#end(accountId, channelId, run);
    return this.#found;
  }
}

function startOf(accountId: number, channelId: number, run: Run) {
  return { accountId, channelId, from: positionOfMessage(run.fromNumber), afterId: run.fromId - 1 };
}
