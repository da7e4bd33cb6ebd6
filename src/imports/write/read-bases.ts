// Up to which message each person counts as having read everything: where the fewest messages are otherwise. Those are
// kept one by one; the others cost nothing.

/** Messages that are looked at as one. */
const TOGETHER = 256;

/** Gathers who has read what. */
export class ReadBases {
  /** For each person and stretch of messages, those read less those unread. */
  readonly #gains = new Map<number, Int32Array>();
  /** The last message of each stretch. */
  readonly #lastIds: number[] = [];

  /** Notes the message with a number, counted from 0. */
  addMessage(number: number, id: number): void {
    this.#lastIds[Math.floor(number / TOGETHER)] = id;
  }

  /** Notes whether somebody has read the message with a number. */
  addReceipt(accountId: number, number: number, isRead: boolean): void {
    const stretch = Math.floor(number / TOGETHER);
    let gains = this.#gains.get(accountId);
    if (!gains || gains.length <= stretch) {
      const wider = new Int32Array(Math.max(16, stretch + 1, 2 * (gains?.length ?? 0)));
      if (gains) wider.set(gains);
      gains = wider;
      this.#gains.set(accountId, gains);
    }
    gains[stretch] = (gains[stretch] ?? 0) + (isRead ? 1 : -1);
  }

  /** The base of each person; those of whom nothing is known are missing. */
  result(): Map<number, number> {
    return new Map([...this.#gains].map(([accountId, gains]) => [accountId, this.#best(gains)]));
  }

  #best(gains: Int32Array): number {
    let sum = 0;
    let most = 0;
    let base = 0;
    for (const [stretch, id] of this.#lastIds.entries()) {
      sum += gains[stretch] ?? 0;
      if (sum <= most) continue;
      most = sum;
      base = id;
    }
    return base;
  }
}
