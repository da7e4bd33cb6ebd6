// Slots for responses that take megabytes of memory until their client has read them: a few at the same moment, and of one
// requester fewer, so that clients that read slowly hold little of it.

import type { ServerResponse } from 'node:http';
import { limits } from '../../api-contract/limits.ts';

/** The slots of one server. */
export class LargeResponses {
  readonly #ofEach = new Map<string, number>();
  #taken = 0;

  /**
   * What takes a slot for one response, at its first call, and gives whether there was one. The slot is free again when the
   * response has been sent or its connection has ended.
   * @param requester the account or network that the response is counted for
   */
  slotFor(requester: string, response: ServerResponse): () => boolean {
    let hasSlot: boolean | undefined;
    return () => {
      hasSlot ??= this.#hold(requester, response);
      return hasSlot;
    };
  }

  #hold(requester: string, response: ServerResponse): boolean {
    if (response.destroyed || response.closed) return false;
    const free = this.#take(requester);
    if (free) response.once('close', free);
    return free !== undefined;
  }

  #take(requester: string): (() => void) | undefined {
    const own = this.#ofEach.get(requester) ?? 0;
    if (this.#taken >= limits.largeResponsesAtOnce || own >= limits.largeResponsesPerRequester)
      return undefined;
    this.#ofEach.set(requester, own + 1);
    this.#taken++;
    return () => {
      this.#taken--;
      const left = (this.#ofEach.get(requester) ?? 1) - 1;
      if (left > 0) this.#ofEach.set(requester, left);
      else this.#ofEach.delete(requester);
    };
  }
}
