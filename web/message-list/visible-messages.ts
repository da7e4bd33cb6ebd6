// Which messages count as read: those whose end was visible for a while, in a focused window, in a view that
// marks as read. Messages passed while scrolling do not count.

const LONG_ENOUGH_MILLISECONDS = 300;

/** Values of `web_mark_read_on_scroll_policy`. */
const Policy = { always: 1, conversations: 2, never: 3 } as const;

export interface ReadingContext {
  readonly policy: number | undefined;
  readonly isConversation: boolean;
  /** Searches and links to a message only look messages up. */
  readonly isLookup: boolean;
}

/** Whether scrolling a view marks its messages as read. */
export function marksAsRead({ policy, isConversation, isLookup }: ReadingContext): boolean {
  if (isLookup || policy === Policy.never) return false;
  return policy !== Policy.conversations || isConversation;
}

export class VisibleMessages {
  /** When each visible message became visible. */
  readonly #since = new Map<number, number>();

  /** Updates what is visible; returns the ids that have been visible long enough. */
  update(ids: readonly number[], now: number): number[] {
    const visible = new Set(ids);
    for (const id of this.#since.keys()) if (!visible.has(id)) this.#since.delete(id);
    for (const id of ids) if (!this.#since.has(id)) this.#since.set(id, now);
    return ids.filter((id) => now - (this.#since.get(id) ?? now) >= LONG_ENOUGH_MILLISECONDS);
  }

  /** Called when the window loses focus or is hidden. */
  forget(): void {
    this.#since.clear();
  }

  /** Whether something visible has not been visible long enough. */
  isWaiting(now: number): boolean {
    return [...this.#since.values()].some((since) => now - since < LONG_ENOUGH_MILLISECONDS);
  }
}
