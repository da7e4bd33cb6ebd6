// Drafts of an account that does not sync them with the server. Each is stored under its own key in this
// browser, with a negative id, so that it cannot be mistaken for one on the server.

import type { Draft } from '../../client/state/state.ts';
import { isIds, isRecord, storedJson } from '../lib/stored-values.ts';

/** The part of the browser's storage used here. It throws if nothing, or nothing more, can be stored. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
export type DraftContent = Omit<Draft, 'id' | 'timestamp' | 'to'> & { readonly to: readonly number[] };

/** How long the new id of a moved draft is remembered. */
const MOVE_SECONDS = 30 * 86_400;

/** The kinds of destinations; empty for a draft without one. */
const types: readonly unknown[] = ['', 'private', 'stream'] satisfies Draft['type'][];

function isDraft(value: unknown): value is Draft {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.id) &&
    types.includes(value.type) &&
    isIds(value.to) &&
    typeof value.topic === 'string' &&
    typeof value.content === 'string' &&
    typeof value.timestamp === 'number'
  );
}

function parseDraft(text: string | null): Draft | undefined {
  const value = storedJson(text);
  return isDraft(value) ? value : undefined;
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
}

export class LocalDrafts {
  readonly #prefix: string;
  readonly #movedPrefix: string;
  readonly #takenOverKey: string;
  /** The new ids of drafts that this page moved to the server, in case the browser cannot store them. */
  readonly #moved = new Map<number, number>();
  readonly #storage: () => Storage;
  readonly #now: () => number;

  constructor(ownId: number, storage: () => Storage, now = () => Date.now() / 1000) {
    this.#prefix = `draft here ${ownId} `;
    this.#movedPrefix = `draft moved ${ownId} `;
    this.#takenOverKey = `drafts taken over ${ownId}`;
    this.#storage = storage;
    this.#now = now;
  }

  /** All local drafts, the most recently edited first. */
  all(): readonly Draft[] {
    try {
      const storage = this.#storage();
      return keysOf(storage)
        .filter((key) => key.startsWith(this.#prefix))
        .flatMap((key) => parseDraft(storage.getItem(key)) ?? [])
        .sort((a, b) => b.timestamp - a.timestamp || b.id - a.id);
    } catch {
      return [];
    }
  }

  create(content: DraftContent): number {
    const lowest = Math.min(0, ...this.all().map(({ id }) => id));
    // Lower than the ids of drafts copied from the server, and different from one created in another tab at this moment.
    const id = Math.min(lowest, -Math.floor(this.#now() * 1000)) - 1;
    this.change(id, content);
    return id;
  }

  change(id: number, content: DraftContent): void {
    this.put({ ...content, to: [...content.to], id, timestamp: Math.floor(this.#now()) });
  }

  put(draft: Draft): void {
    this.#storage().setItem(`${this.#prefix}${draft.id}`, JSON.stringify(draft));
  }

  delete(id: number): void {
    try {
      this.#storage().removeItem(`${this.#prefix}${id}`);
    } catch {
      // The browser stores nothing, so the draft is gone already.
    }
  }

  /**
   * Records that a draft is on the server now, under another id. Tabs that still use the old id find the new one in
   * this record.
   */
  recordMove(id: number, to: number): void {
    this.#moved.set(id, to);
    this.delete(id);
    try {
      this.#forgetOldMoves();
      this.#storage().setItem(`${this.#movedPrefix}${id}`, `${to} ${Math.floor(this.#now())}`);
    } catch {
      // This page remembers the move in memory.
    }
  }

  /** Removes records of moves that are older than any open page. */
  #forgetOldMoves(): void {
    const storage = this.#storage();
    const oldest = this.#now() - MOVE_SECONDS;
    for (const key of keysOf(storage).filter((key) => key.startsWith(this.#movedPrefix))) {
      const [, at = 0] = (storage.getItem(key) ?? '').split(' ').map(Number);
      if (!(at >= oldest)) storage.removeItem(key);
    }
  }

  /** Whether some page has copied the server's drafts here before the server deleted them. */
  get hasServerDrafts(): boolean {
    try {
      return this.#storage().getItem(this.#takenOverKey) !== null;
    } catch {
      return false;
    }
  }

  set hasServerDrafts(isTakenOver: boolean) {
    try {
      if (isTakenOver) this.#storage().setItem(this.#takenOverKey, '');
      else this.#storage().removeItem(this.#takenOverKey);
    } catch {
      // Then every page copies the drafts it knows.
    }
  }

  /** The id on the server of a moved draft; undefined if it was not moved. */
  movedTo(id: number): number | undefined {
    const newId = this.#moved.get(id);
    if (newId !== undefined) return newId;
    try {
      const [to = 0] = (this.#storage().getItem(`${this.#movedPrefix}${id}`) ?? '').split(' ').map(Number);
      return to > 0 ? to : undefined;
    } catch {
      return undefined;
    }
  }
}
