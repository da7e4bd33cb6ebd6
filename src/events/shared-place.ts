// A place in an organization's log at which memory and tables are both seen. Those who ask for one at the same time share
// it, so that a thousand clients that come back at once neither hold up writes nor wait for a connection each.

import { limits } from '../api-contract/limits.ts';
import type { OrganizationView } from '../queries/state/organization-view.ts';
import type { Reader } from '../storage/session.ts';

/** The organization at one place in its log. */
export interface Place {
  /** What is held in memory, as of the place; also when others have moved on. */
  readonly view: OrganizationView;
  /** Reads the tables as of the place, until the work for which it was taken is done. */
  readonly reader: Reader;
}

/** Takes a place, calls `onBegin` when it is decided which, and keeps it for as long as `read` lasts. */
export type TakePlace = (onBegin: () => void, read: (place: Place) => Promise<void>) => Promise<void>;

/** The work that one place was taken for. */
class Visit {
  readonly place = Promise.withResolvers<Place>();
  readonly #isOver = Promise.withResolvers<void>();
  #visitors = 0;

  get isFull(): boolean {
    return this.#visitors >= limits.visitorsPerSnapshot;
  }

  enter(): void {
    this.#visitors++;
  }

  leave(): void {
    this.#visitors--;
    if (this.#visitors === 0) this.#isOver.resolve();
  }

  /** Gives the place to the visitors and resolves when the last of them has left. */
  open(place: Place): Promise<void> {
    this.place.resolve(place);
    return this.#isOver.promise;
  }
}

/** Gives places of one organization to those who ask. */
export class SharedPlace {
  readonly #take: TakePlace;
  /** What has been asked for and has not begun. */
  #coming: Visit | undefined;

  constructor(take: TakePlace) {
    this.#take = take;
  }

  /** Does work at a place that begins after this call, with others who call before it begins. */
  async at<T>(work: (place: Place) => Promise<T>): Promise<T> {
    const visit = this.#coming ?? this.#begin();
    visit.enter();
    if (visit.isFull) this.#coming = undefined;
    try {
      return await work(await visit.place.promise);
    } finally {
      visit.leave();
    }
  }

  #begin(): Visit {
    const visit = new Visit();
    this.#coming = visit;
    const close = () => {
      if (this.#coming === visit) this.#coming = undefined;
    };
    this.#take(close, (place) => visit.open(place)).catch((error: unknown) => {
      close();
      visit.place.reject(error);
    });
    return visit;
  }
}
