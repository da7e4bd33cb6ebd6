// Chooses, for each person, the message up to which everything counts as read, so that the fewest exceptions
// remain. Only exceptions are stored.

/** The number of messages that are handled as one stretch. */
const STRETCH = 256;

/** Collects the read state of all people. */
export class ReadBases {
  /** For each person and stretch of messages, the number of read messages minus unread ones. */
  readonly #gains = new Map<number, Int32Array>();
  /** The last message of each stretch. */
  readonly #lastIds: number[] = [];

  /** Adds a message by its number from 0. */
  addMessage(number: number, id: number): void {
    this.#lastIds[Math.floor(number / STRETCH)] = id;
  }

  /** Adds whether a person has read the message with a number. */
  addReceipt(accountId: number, number: number, isRead: boolean): void {
    const stretch = Math.floor(number / STRETCH);
    let gains = this.#gains.get(accountId);
    if (!gains || gains.length <= stretch) {
      const wider = new Int32Array(Math.max(16, stretch + 1, 2 * (gains?.length ?? 0)));
      if (gains) wider.set(gains);
      gains = wider;
      this.#gains.set(accountId, gains);
    }
    gains[stretch] = (gains[stretch] ?? 0) + (isRead ? 1 : -1);
  }

  /** The base of each person with receipts. */
  result(): Map<number, number> {
    return new Map([...this.#gains].map(([accountId, gains]) => [accountId, this.#best(gains)]));
  }

  #best(gains: Int32Array): number {
    let sum = 0;
    let maxSum = 0;
    let base = 0;
    for (const [stretch, id] of this.#lastIds.entries()) {
      sum += gains[stretch] ?? 0;
      if (sum <= maxSum) continue;
      maxSum = sum;
      base = id;
    }
    return base;
  }
}
