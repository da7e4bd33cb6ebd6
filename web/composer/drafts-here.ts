// Drafts of somebody who does not want them on the server: each in a place of its own in this browser, with a number below
// zero, so that none is taken for one of the server's.

import type { Draft } from '../../client/state/state.ts';

/** The part of the browser's storage that is used; it throws where the browser keeps nothing, or no more. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
export type DraftContent = Omit<Draft, 'id' | 'timestamp' | 'to'> & { readonly to: readonly number[] };

/** So long it is known where a draft went. */
const MOVE_SECONDS = 30 * 86_400;

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null;
  return (
    typeof draft === 'object' &&
    typeof draft?.id === 'number' &&
    typeof draft.content === 'string' &&
    Array.isArray(draft.to)
  );
}

function parsed(text: string | null): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
}

export class DraftsHere {
  readonly #prefix: string;
  readonly #movedPrefix: string;
  readonly #takenOverKey: string;
  /** What went to the server from this page, where the browser does not keep it. */
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

  /** The one that was edited last first. */
  all(): readonly Draft[] {
    try {
      const storage = this.#storage();
      return keysOf(storage)
        .filter((key) => key.startsWith(this.#prefix))
        .flatMap((key) => parsed(storage.getItem(key)) ?? [])
        .sort((a, b) => b.timestamp - a.timestamp || b.id - a.id);
    } catch {
      return [];
    }
  }

  create(content: DraftContent): number {
    const lowest = Math.min(0, ...this.all().map(({ id }) => id));
    // Below those that were taken over from the server, and unlike those of a tab that makes one at this moment.
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
      // A browser that keeps nothing has it no more.
    }
  }

  /** It is on the server now, under a number of there; every tab that still has it under the old one finds it by this. */
  moved(id: number, to: number): void {
    this.#moved.set(id, to);
    this.delete(id);
    try {
      this.#forgetOldMoves();
      this.#storage().setItem(`${this.#movedPrefix}${id}`, `${to} ${Math.floor(this.#now())}`);
    } catch {
      // This page knows it all the same.
    }
  }

  /** No page has been open for so long. */
  #forgetOldMoves(): void {
    const storage = this.#storage();
    const oldest = this.#now() - MOVE_SECONDS;
    for (const key of keysOf(storage).filter((one) => one.startsWith(this.#movedPrefix))) {
      const [, at = 0] = (storage.getItem(key) ?? '').split(' ').map(Number);
      if (at < oldest) storage.removeItem(key);
    }
  }

  /** Whether some page has taken over what the server was about to forget. */
  get isTakenOver(): boolean {
    try {
      return this.#storage().getItem(this.#takenOverKey) !== null;
    } catch {
      return false;
    }
  }

  set isTakenOver(isTakenOver: boolean) {
    try {
      if (isTakenOver) this.#storage().setItem(this.#takenOverKey, '');
      else this.#storage().removeItem(this.#takenOverKey);
    } catch {
      // Then every page takes over what it knows.
    }
  }

  /** The number on the server of one that went there; undefined where it did not. */
  movedTo(id: number): number | undefined {
    const known = this.#moved.get(id);
    if (known !== undefined) return known;
    try {
      const [to = 0] = (this.#storage().getItem(`${this.#movedPrefix}${id}`) ?? '').split(' ').map(Number);
      return to > 0 ? to : undefined;
    } catch {
      return undefined;
    }
  }
}
