// Work that is done side by side: whatever ends makes room, and what comes meanwhile is begun beside the rest, so that nothing
// waits for the slowest.

/** What is to be done. */
export interface SideBySideWork<T> {
  /** What can be begun beside what is under way. */
  startable(): Promise<readonly T[]>;
  /** Does one piece of it. */
  take(piece: T): Promise<void>;
  /** A piece has ended, well or not. */
  ended(piece: T): void;
}

export class SideBySide {
  /** Has a run that waits look again. */
  wake: () => void = () => {};

  /**
   * Does all there is, until nothing is under way and nothing can be begun. A failure, of which the first is thrown, or the
   * signal ends it sooner; what is under way then is waited for.
   */
  async run<T>(work: SideBySideWork<T>, signal: AbortSignal): Promise<void> {
    let underWay = 0;
    const failures: unknown[] = [];
    const failed = (error: unknown): void => {
      failures.push(error);
    };
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      const mayBegin = !signal.aborted && failures.length === 0;
      const pieces = mayBegin ? await work.startable().catch(failed) : undefined;
      for (const piece of pieces ?? []) {
        underWay += 1;
        void work
          .take(piece)
          .catch(failed)
          .finally(() => {
            underWay -= 1;
            work.ended(piece);
            this.wake();
          });
      }
      if (underWay === 0) break;
      await woken;
    }
    if (failures.length > 0) throw failures[0];
  }
}
