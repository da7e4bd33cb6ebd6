// A log position at which both the state in memory and the database are read. Concurrent requests share one,
// so a thousand clients that reconnect at once neither hold up writes nor need a connection each.

import { limits } from '../api-contract/limits.ts';
import type { OrganizationView } from '../queries/state/organization-view.ts';
import type { Reader } from '../storage/session.ts';

/** An organization at one log position. */
export interface Place {
  /** The state in memory as of the position, even if others have moved on. */
  readonly view: OrganizationView;
  /** Reads the database as of the position, until the work it was opened for is done. */
  readonly reader: Reader;
}

/** Opens a position, calls `onBegin` when it is fixed, and keeps it open while `read` runs. */
export type TakePlace = (onBegin: () => void, read: (place: Place) => Promise<void>) => Promise<void>;

/** The requests that share one position. */
class SharedUse {
  readonly place = Promise.withResolvers<Place>();
  readonly #isOver = Promise.withResolvers<void>();
  #users = 0;

  get isFull(): boolean {
    return this.#users >= limits.visitorsPerSnapshot;
  }

  enter(): void {
    this.#users++;
  }

  leave(): void {
    this.#users--;
    if (this.#users === 0) this.#isOver.resolve();
  }

  /** Hands out the position; resolves when the last request is done. */
  open(place: Place): Promise<void> {
    this.place.resolve(place);
    return this.#isOver.promise;
  }
}

/** Shares log positions of one organization among requests. */
export class SharedPlace {
  readonly #take: TakePlace;
  /** The position requested but not yet fixed. */
  #pending: SharedUse | undefined;

  constructor(take: TakePlace) {
    this.#take = take;
  }

  /** Runs work at a position fixed after this call, shared with other calls until then. */
  async at<T>(work: (place: Place) => Promise<T>): Promise<T> {
    const visit = this.#pending ?? this.#begin();
    visit.enter();
    if (visit.isFull) this.#pending = undefined;
    try {
      return await work(await visit.place.promise);
    } finally {
      visit.leave();
    }
  }

  #begin(): SharedUse {
    const visit = new SharedUse();
    this.#pending = visit;
    const close = () => {
      if (this.#pending === visit) this.#pending = undefined;
    };
    this.#take(close, (place) => visit.open(place)).catch((error: unknown) => {
      close();
      visit.place.reject(error);
    });
    return visit;
  }
}
