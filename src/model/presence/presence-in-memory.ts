// The presence of an organization's accounts, in memory. Pings change it and are answered from it. Changes are
// written to the database in bulk every few seconds, so a crash loses no more than those.

import { countBefore } from '../../api-contract/binary-search.ts';
import { nowMilliseconds } from '../../api-contract/time.ts';
import type { Presence, PresenceStatus } from './presence.ts';

export interface PresenceRow extends Presence {
  readonly accountId: number;
}

/** Some rows in ascending order of update ids. Blocks are replaced, never changed. */
export interface PresenceBlock {
  /** Never empty. */
  readonly rows: readonly PresenceRow[];
}

/** The rows of a block, which is copied when one of them changes. */
const ROWS_PER_BLOCK = 64;

type Times = Pick<Presence, 'activeAt' | 'idleAt'>;

function later(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.max(a, b);
}

/** The presence of all accounts in one organization. */
export class PresenceInMemory {
  readonly #rows = new Map<number, PresenceRow>();
  /** All rows, in ascending order of update ids. */
  #blocks: PresenceBlock[] = [];
  readonly #changedIds = new Set<number>();
  #lastUpdateId = 0;

  /** The newest update id; 0 if there is none. */
  get lastUpdateId(): number {
    return this.#lastUpdateId;
  }

  get(accountId: number): Presence | undefined {
    return this.#rows.get(accountId);
  }

  /** The rows after an update id, in ascending order of update ids, and some of those before. */
  blocksAfter(updateId: number): readonly PresenceBlock[] {
    return this.#blocks.slice(this.#firstBlockFrom(updateId + 1));
  }

  /** The number of accounts seen at or after a time in seconds. */
  countSince(moment: number): number {
    let count = 0;
    for (const { idleAt, activeAt } of this.#rows.values())
      if ((later(idleAt, activeAt) ?? 0) >= moment) count++;
    return count;
  }

  /**
   * Update ids follow the clock. They thus keep rising after a restart that lost some, and are comparable
   * between servers as far as their clocks agree.
   */
  #nextUpdateId(): number {
    this.#lastUpdateId = Math.max(this.#lastUpdateId + 1, nowMilliseconds());
    return this.#lastUpdateId;
  }

  #put(accountId: number, { activeAt, idleAt }: Times): Presence {
    const before = this.#rows.get(accountId);
    if (before) this.#removeFromBlocks(before);
    const row = { accountId, activeAt, idleAt, updateId: this.#nextUpdateId() };
    this.#rows.set(accountId, row);
    const last = this.#blocks.at(-1);
    if (last && last.rows.length < ROWS_PER_BLOCK)
      this.#blocks[this.#blocks.length - 1] = { rows: [...last.rows, row] };
    else this.#blocks.push({ rows: [row] });
    return row;
  }

  /** The index of the first block that has rows with this update id or later ones. */
  #firstBlockFrom(updateId: number): number {
    return countBefore(
      this.#blocks.length,
      (index) => (this.#blocks[index]?.rows.at(-1)?.updateId ?? 0) < updateId,
    );
  }

  #removeFromBlocks(row: PresenceRow): void {
    let index = this.#firstBlockFrom(row.updateId);
    // Rows that were written by different servers may have the same update id.
    while (index < this.#blocks.length && !this.#blocks[index]?.rows.includes(row)) index++;
    const rows = this.#blocks[index]?.rows.filter((one) => one !== row) ?? [];
    const previous = this.#blocks[index - 1]?.rows ?? [];
    if (rows.length === 0) this.#blocks.splice(index, 1);
    // Otherwise the blocks of people who left one by one would each hold few of them.
    else if (index > 0 && previous.length + rows.length <= ROWS_PER_BLOCK / 2)
      this.#blocks.splice(index - 1, 2, { rows: [...previous, ...rows] });
    else this.#blocks[index] = { rows };
  }

  /** Records what an account's client reports. */
  report(accountId: number, status: PresenceStatus, now: number): Presence {
    const before = this.#rows.get(accountId);
    const activeAt = status === 'active' ? now : (before?.activeAt ?? null);
    this.#changedIds.add(accountId);
    return this.#put(accountId, { activeAt, idleAt: now });
  }

  /** Sets the times, even to earlier ones, for an account that hides. */
  overwrite(accountId: number, times: Times): void {
    this.#changedIds.add(accountId);
    this.#put(accountId, times);
  }

  /** Merges what another server knows; the newer times win. */
  merge(accountId: number, times: Times): void {
    const current = this.#rows.get(accountId);
    const activeAt = later(current?.activeAt ?? null, times.activeAt);
    const idleAt = later(current?.idleAt ?? null, times.idleAt);
    if (current && activeAt === current.activeAt && idleAt === current.idleAt) return;
    this.#put(accountId, { activeAt, idleAt });
  }

  /** Loads the database's rows, ascending by update id, before anything else. */
  load(rows: readonly PresenceRow[]): void {
    for (const row of rows) {
      this.#rows.set(row.accountId, row);
      this.#lastUpdateId = Math.max(this.#lastUpdateId, row.updateId);
    }
    this.#blocks = [];
    for (let from = 0; from < rows.length; from += ROWS_PER_BLOCK)
      this.#blocks.push({ rows: rows.slice(from, from + ROWS_PER_BLOCK) });
  }

  /**
   * Returns what changed since the last call. The caller writes it to the database, or returns it with `markChanged`.
   */
  takeChanged(): PresenceRow[] {
    const rows = [...this.#changedIds].flatMap((accountId) => {
      const row = this.#rows.get(accountId);
      return row ?? [];
    });
    this.#changedIds.clear();
    return rows;
  }

  markChanged(rows: readonly PresenceRow[]): void {
    for (const { accountId } of rows) this.#changedIds.add(accountId);
  }
}
