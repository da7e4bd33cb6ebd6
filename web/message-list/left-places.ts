// Where each view was left, so that coming back shows what one read there.

import type { StartingPlace } from './starting-place.ts';

const MOST_VIEWS = 100;

export class LeftPlaces {
  readonly #places = new Map<string, StartingPlace>();

  get(key: string): StartingPlace | undefined {
    return this.#places.get(key);
  }

  /** Notes a place, or that the view was at its end. */
  set(key: string, place: StartingPlace | undefined): void {
    this.#places.delete(key);
    if (place) this.#places.set(key, place);
    for (const [oldest] of this.#places) {
      if (this.#places.size <= MOST_VIEWS) break;
      this.#places.delete(oldest);
    }
  }
}
