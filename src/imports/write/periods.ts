// Who was subscribed when, found from who received which message: messages of a channel that somebody received one after
// another are a period. What was moved away later leaves no gap.

import { BEGINNING, placeOfMessage } from './places.ts';

/** A period of subscription, in places of the log. */
export interface FoundPeriod {
  readonly accountId: number;
  readonly channelId: number;
  readonly from: number;
  readonly to: number | null;
  /** No message up to this id was received in it. */
  readonly afterId: number;
}

/** Somebody who is subscribed now, and how much the archive tells of what they received; none: it has no receipts at all. */
export interface Subscribed {
  readonly accountId: number;
  readonly channelId: number;
  readonly receipts: 'all' | 'until they went away' | 'none';
}

interface Run {
  fromNumber: number;
  fromId: number;
  lastNumber: number;
  /** How many messages of the channel had come with the last one that was received. */
  count: number;
}

/** Where a message stood in its channel when it was sent. */
export interface Standing {
  readonly number: number;
  readonly id: number;
  readonly channelId: number;
  /** How many of the channel's messages had come, with it. */
  readonly count: number;
}

/** Gathers who received what in channels. */
export class Periods {
  readonly #counts = new Map<number, number>();
  readonly #runs = new Map<number, Map<number, Run>>();
  readonly #found: FoundPeriod[] = [];

  /** Notes a message; one that was moved counts for the channel it was sent to, and leaves no gap where it is missing. */
  addMessage(number: number, id: number, channelId: number, isMoved: boolean): Standing {
    const count = (this.#counts.get(channelId) ?? 0) + (isMoved ? 0 : 1);
    this.#counts.set(channelId, count);
    return { number, id, channelId, count };
  }

  /** Notes that somebody received a message; messages come in their order. */
  addReceipt(accountId: number, { number, id, channelId, count }: Standing): void {
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
    this.#found.push({ ...begun(accountId, channelId, run), to: placeOfMessage(run.lastNumber) + 1 });
  }

  /** All periods. Of those who are subscribed now the last one goes on, or another begins where they missed messages. */
  result(
    subscribed: Iterable<Subscribed>,
    end: { readonly place: number; readonly newestId: number },
  ): FoundPeriod[] {
    for (const { accountId, channelId, receipts } of subscribed) {
      const runs = this.#runs.get(channelId);
      const run = runs?.get(accountId);
      const isUnbroken = receipts === 'until they went away' || run?.count === this.#counts.get(channelId);
      if (run && isUnbroken) {
        this.#found.push({ ...begun(accountId, channelId, run), to: null });
        runs?.delete(accountId);
      } else {
        const from = receipts === 'none' ? BEGINNING : end.place;
        const afterId = receipts === 'none' ? 0 : end.newestId;
        this.#found.push({ accountId, channelId, from, to: null, afterId });
      }
    }
    for (const [channelId, runs] of this.#runs)
      for (const [accountId, run] of runs) this.#end(accountId, channelId, run);
    return this.#found;
  }
}

function begun(accountId: number, channelId: number, run: Run) {
  return { accountId, channelId, from: placeOfMessage(run.fromNumber), afterId: run.fromId - 1 };
}
