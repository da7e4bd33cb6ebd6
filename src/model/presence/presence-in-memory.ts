// The presence of an organization's people, in memory: a ping changes it there and is answered from there. What
// changed is written to the database in bulk, every few seconds; a crash forgets no more than that.

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

/** The presence of everybody in one organization. */
export class PresenceInMemory {
  /** In the order of their update ids. */
  readonly #rows = new Map<number, Presence>();
  readonly #dirty = new Set<number>();
  #lastUpdateId = 0;

  /** The newest update id; 0 before there is any. */
  get lastUpdateId(): number {
    return this.#lastUpdateId;
  }

  get(accountId: number): Presence | undefined {
    return this.#rows.get(accountId);
  }

  /** Everybody's presence, the one changed longest ago first. */
  rows(): IterableIterator<[number, Presence]> {
    return this.#rows.entries();
  }

  /** How many were there at a moment or later, in seconds. */
  countSince(moment: number): number {
    let count = 0;
    for (const { idleAt, activeAt } of this.#rows.values())
      if ((later(idleAt, activeAt) ?? 0) >= moment) count++;
    return count;
  }

  /**
   * Ids follow the clock, so that they still rise after a restart that has forgotten some, and are comparable
   * between servers as far as clocks are.
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

  /** Takes in what somebody's client reports. */
  report(accountId: number, status: PresenceStatus, now: number): Presence {
    const before = this.#rows.get(accountId);
    const activeAt = status === 'active' ? now : (before?.activeAt ?? null);
    this.#dirty.add(accountId);
    return this.#put(accountId, { activeAt, idleAt: now });
  }

  /** Sets the times, also back: for somebody who hides. */
  force(accountId: number, times: Times): void {
    this.#dirty.add(accountId);
    this.#put(accountId, times);
  }

  /** Takes in what another server knows; what is newer wins. */
  merge(accountId: number, times: Times): void {
    const present = this.#rows.get(accountId);
    const activeAt = later(present?.activeAt ?? null, times.activeAt);
    const idleAt = later(present?.idleAt ?? null, times.idleAt);
    if (present && activeAt === present.activeAt && idleAt === present.idleAt) return;
    this.#put(accountId, { activeAt, idleAt });
  }

  /** Takes in what the database holds, when the book is opened; ascending by update id. */
  open(rows: readonly PresenceRow[]): void {
    for (const { accountId, activeAt, idleAt, updateId } of rows) {
      this.#rows.set(accountId, { activeAt, idleAt, updateId });
      this.#lastUpdateId = Math.max(this.#lastUpdateId, updateId);
    }
  }

  /** What changed since the last time this was asked; the caller writes it, or gives it back. */
  takeChanged(): PresenceRow[] {
    const rows = [...this.#dirty].flatMap((accountId) => {
      const row = this.#rows.get(accountId);
      return row ? [{ accountId, ...row }] : [];
    });
    this.#dirty.clear();
    return rows;
  }

  giveBack(rows: readonly PresenceRow[]): void {
    for (const { accountId } of rows) this.#dirty.add(accountId);
  }
}
