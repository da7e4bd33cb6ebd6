// Which messages count as read: those whose end was in sight for a while, in a window that somebody looks at, in a view
// that reads. What was glanced at while scrolling by is not.

const LONG_ENOUGH_MILLISECONDS = 300;

/** Values of `web_mark_read_on_scroll_policy`. */
const Policy = { always: 1, conversations: 2, never: 3 } as const;

export interface Reading {
  readonly policy: number | undefined;
  readonly isConversation: boolean;
  /** What a search or a link to one message shows is looked at, not read. */
  readonly isLookup: boolean;
}

/** Whether scrolling a view reads it. */
export function reads({ policy, isConversation, isLookup }: Reading): boolean {
  if (isLookup || policy === Policy.never) return false;
  return policy !== Policy.conversations || isConversation;
}

export class Seen {
  /** When each of those in sight came into it. */
  readonly #since = new Map<number, number>();

  /** Takes in what is in sight now; answers with what has been for long enough. */
  look(ids: readonly number[], now: number): number[] {
    const inSight = new Set(ids);
    for (const id of this.#since.keys()) if (!inSight.has(id)) this.#since.delete(id);
    for (const id of ids) if (!this.#since.has(id)) this.#since.set(id, now);
    return ids.filter((id) => now - (this.#since.get(id) ?? now) >= LONG_ENOUGH_MILLISECONDS);
  }

  /** Nobody looks. */
  forget(): void {
    this.#since.clear();
  }

  /** Something is in sight that was not for long enough yet. */
  isWaiting(now: number): boolean {
    return [...this.#since.values()].some((since) => now - since < LONG_ENOUGH_MILLISECONDS);
  }
}
