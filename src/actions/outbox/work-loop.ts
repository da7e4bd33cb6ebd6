// Runs pieces of work concurrently. New pieces start as soon as one ends or new work arrives, so that nothing
// waits for the slowest.

export interface WorkSource<T> {
  /** Returns the pieces that may start in addition to the running ones. */
  startable(): Promise<readonly T[]>;
  run(piece: T): Promise<void>;
  /** Called when a piece has ended, successfully or not. */
  onEnd(piece: T): void;
}

export class WorkLoop {
  /** Makes a waiting run check for new work. */
  wake: () => void = () => {};

  /**
   * Runs until no piece is running and none may start. A failure or the signal ends it sooner; running pieces
   * are awaited, and the first failure is thrown.
   */
  async run<T>(work: WorkSource<T>, signal: AbortSignal): Promise<void> {
    let running = 0;
    const failures: unknown[] = [];
    const addFailure = (error: unknown): void => {
      failures.push(error);
    };
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      const mayBegin = !signal.aborted && failures.length === 0;
      const pieces = mayBegin ? await work.startable().catch(addFailure) : undefined;
      for (const piece of pieces ?? []) {
        running += 1;
        void work
          .run(piece)
          .catch(addFailure)
          .finally(() => {
            running -= 1;
            work.onEnd(piece);
            this.wake();
          });
      }
      if (running === 0) break;
      await woken;
    }
    if (failures.length > 0) throw failures[0];
  }
}
