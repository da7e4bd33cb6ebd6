// Orders the rows of an outbox by lanes, which are texts such as the id of a device. Rows of an organization start in the
// order in which they are due; those of one lane run at the same time, and a row of another lane waits for all rows
// before it.

import type { OutboxRow } from './outbox-store.ts';

export class Lanes {
  readonly #laneOf: (row: OutboxRow) => string;
  /** The lane that runs in each organization, and how many of its rows. */
  readonly #running = new Map<number, { readonly lane: string; readonly rows: number }>();

  constructor(laneOf: (row: OutboxRow) => string) {
    this.#laneOf = laneOf;
  }

  /** Returns a function that decides which rows may start. Call it with all waiting rows, in order. */
  admission(): (row: OutboxRow) => boolean {
    const blocked = new Set<number>();
    return (row) => {
      const lane = this.#laneOf(row);
      const running = this.#running.get(row.organization_id) ?? { lane, rows: 0 };
      if (running.lane !== lane) blocked.add(row.organization_id);
      if (blocked.has(row.organization_id)) return false;
      this.#running.set(row.organization_id, { lane, rows: running.rows + 1 });
      return true;
    };
  }

  /** Called when an admitted row has ended. */
  release({ organization_id: id }: OutboxRow): void {
    const running = this.#running.get(id);
    if (running && running.rows > 1) this.#running.set(id, { ...running, rows: running.rows - 1 });
    else this.#running.delete(id);
  }
}
