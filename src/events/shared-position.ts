// A log position at which both the state in memory and the database are read. Concurrent requests share one,
// so a thousand clients that reconnect at once neither block writes nor need a connection each.

import { limits } from '../api-contract/limits.ts';
import type { OrganizationView } from '../queries/state/organization-view.ts';
import type { Reader } from '../storage/reader-writer.ts';

/** An organization at one log position. */
export interface StateAtPosition {
  /** The state in memory as of the position, even after the state has advanced. */
  readonly view: OrganizationView;
  /** Reads the database as of the position, until the work it was opened for is done. */
  readonly reader: Reader;
}

/** Opens a position, calls `onBegin` when it is fixed, and keeps it open while `read` runs. */
export type OpenPosition = (
  onBegin: () => void,
  read: (position: StateAtPosition) => Promise<void>,
) => Promise<void>;

/** The requests that share one position. */
class SharedUse {
  readonly opened = Promise.withResolvers<StateAtPosition>();
  readonly #isOver = Promise.withResolvers<void>();
  #users = 0;

  get isFull(): boolean {
    return this.#users >= limits.requestsPerSnapshot;
  }

  enter(): void {
    this.#users++;
  }

  leave(): void {
    this.#users--;
    if (this.#users === 0) this.#isOver.resolve();
  }

  /** Hands out the position; resolves when the last request is done. */
  open(position: StateAtPosition): Promise<void> {
    this.opened.resolve(position);
    return this.#isOver.promise;
  }
}

/** Shares log positions of one organization among requests. */
export class SharedPosition {
  readonly #openPosition: OpenPosition;
  /** The position requested but not yet fixed. */
  #pending: SharedUse | undefined;

  constructor(openPosition: OpenPosition) {
    this.#openPosition = openPosition;
  }

  /** Runs work at a position fixed after this call, shared with other calls until then. */
  async at<T>(work: (position: StateAtPosition) => Promise<T>): Promise<T> {
    const use = this.#pending ?? this.#begin();
    use.enter();
    if (use.isFull) this.#pending = undefined;
    try {
      return await work(await use.opened.promise);
    } finally {
      use.leave();
    }
  }

  #begin(): SharedUse {
    const use = new SharedUse();
    this.#pending = use;
    const close = () => {
      if (this.#pending === use) this.#pending = undefined;
    };
    this.#openPosition(close, (position) => use.open(position)).catch((error: unknown) => {
      close();
      use.opened.reject(error);
    });
    return use;
  }
}
