// Remembers the position at which each view was left, for when it is shown again.

import type { StartPosition } from './start-position.ts';

const MAX_VIEWS = 100;

export class LeftPositions {
  readonly #positions = new Map<string, StartPosition>();

  get(key: string): StartPosition | undefined {
    return this.#positions.get(key);
  }

  /** Stores a position; undefined means that the view was at its end. */
  set(key: string, position: StartPosition | undefined): void {
    this.#positions.delete(key);
    if (position) this.#positions.set(key, position);
    for (const [oldest] of this.#positions) {
      if (this.#positions.size <= MAX_VIEWS) break;
      this.#positions.delete(oldest);
    }
  }
}
