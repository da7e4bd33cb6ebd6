// Drafts of somebody who does not want them on the server: each in a place of its own in this browser, with a number below
// zero, so that none is taken for one of the server's.

import type { Draft } from '../../client/state/state.ts';

/** The part of the browser's storage that is used; it throws where the browser keeps nothing. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
export type DraftContent = Omit<Draft, 'id' | 'timestamp' | 'to'> & { readonly to: readonly number[] };

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

export class DraftsHere {
  readonly #prefix: string;
  readonly #storage: () => Storage;
  readonly #now: () => number;

  constructor(ownId: number, storage: () => Storage, now = () => Date.now() / 1000) {
    this.#prefix = `draft here ${ownId} `;
    this.#storage = storage;
    this.#now = now;
  }

  /** The one that was edited last first. */
  all(): readonly Draft[] {
    try {
      const storage = this.#storage();
      const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
      return keys
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
}
