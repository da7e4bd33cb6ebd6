// The messages of calls that ring on this page: ringing notifies of the call, so its message does not.

/** Messages are asked about when they arrive, so older ones may be forgotten. */
const KEPT = 20;
/** The server sends the message and the ringing at the same time, in this order. */
const WAIT_MILLISECONDS = 1000;

export class RungMessages {
  readonly #ids = new Set<number>();
  readonly #waiting = new Map<number, () => void>();

  /** A call rings, and this is its message. */
  add(messageId: number): void {
    this.#ids.add(messageId);
    const [oldest] = this.#ids;
    if (this.#ids.size > KEPT && oldest !== undefined) this.#ids.delete(oldest);
    this.#waiting.get(messageId)?.();
  }

  /** Whether the call of a message that has just arrived rings. Only the server knows: it may stay silent for many reasons. */
  rings(messageId: number): Promise<boolean> {
    if (this.#ids.has(messageId)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = () => {
        clearTimeout(timer);
        this.#waiting.delete(messageId);
        resolve(this.#ids.has(messageId));
      };
      const timer = setTimeout(answer, WAIT_MILLISECONDS);
      this.#waiting.set(messageId, answer);
    });
  }
}

const ofPages = new WeakMap<object, RungMessages>();

/** @param organization of the page */
export function rungMessagesOf(organization: object): RungMessages {
  const messages = ofPages.get(organization) ?? new RungMessages();
  ofPages.set(organization, messages);
  return messages;
}
