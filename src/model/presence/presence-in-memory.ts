// The presence of an organization's accounts, in memory. Pings change it and are answered from it. Changes are
// written to the database in bulk every few seconds, so a crash loses no more than those.

import { nowMilliseconds } from '../../api-contract/time.ts';
import type { Presence, PresenceStatus } from './presence.ts';

export interface PresenceRow extends Presence {
  readonly accountId: number;
}

type Times = Pick<Presence, 'activeAt' | 'idleAt'>;

function later(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.max(a, b);
}

/** The presence of all accounts in one organization. */
export class PresenceInMemory {
  /** Ordered by update id. */
  readonly #rows = new Map<number, Presence>();
  readonly #changedIds = new Set<number>();
  #lastUpdateId = 0;

  /** The newest update id; 0 if there is none. */
  get lastUpdateId(): number {
    return this.#lastUpdateId;
  }

  get(accountId: number): Presence | undefined {
    return this.#rows.get(accountId);
  }

  /** All accounts' presence, in ascending order of update ids. */
  rows(): IterableIterator<[number, Presence]> {
    return this.#rows.entries();
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

  #put(accountId: number, times: Times): Presence {
    const row = { activeAt: times.activeAt, idleAt: times.idleAt, updateId: this.#nextUpdateId() };
    this.#rows.delete(accountId);
    this.#rows.set(accountId, row);
    return row;
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

  /** Loads the database's rows, ascending by update id. */
  load(rows: readonly PresenceRow[]): void {
    for (const { accountId, activeAt, idleAt, updateId } of rows) {
      this.#rows.set(accountId, { activeAt, idleAt, updateId });
      this.#lastUpdateId = Math.max(this.#lastUpdateId, updateId);
    }
  }

  /**
   * Returns what changed since the last call. The caller writes it to the database, or returns it with `markChanged`.
   */
  takeChanged(): PresenceRow[] {
    const rows = [...this.#changedIds].flatMap((accountId) => {
      const row = this.#rows.get(accountId);
      return row ? [{ accountId, ...row }] : [];
    });
    this.#changedIds.clear();
    return rows;
  }

  markChanged(rows: readonly PresenceRow[]): void {
    for (const { accountId } of rows) this.#changedIds.add(accountId);
  }
}
