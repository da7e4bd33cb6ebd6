// Slots for responses that take megabytes of memory until their client has read them. Few exist at a time,
// and fewer per requester, which limits the memory that slow clients can occupy.

import type { ServerResponse } from 'node:http';
import { limits } from '../../api-contract/limits.ts';

/** The slots of one server. */
export class LargeResponses {
  readonly #byRequester = new Map<string, number>();
  #slotsInUse = 0;

  /**
   * Returns a function that takes a slot for one response at its first call, and returns whether it got one.
   * The slot is released when the response has been sent or its connection has ended.
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
    const release = this.#acquire(requester);
    if (release) response.once('close', release);
    return release !== undefined;
  }

  #acquire(requester: string): (() => void) | undefined {
    const own = this.#byRequester.get(requester) ?? 0;
    if (this.#slotsInUse >= limits.largeResponsesAtOnce || own >= limits.largeResponsesPerRequester)
      return undefined;
    this.#byRequester.set(requester, own + 1);
    this.#slotsInUse++;
    return () => {
      this.#slotsInUse--;
      const remaining = (this.#byRequester.get(requester) ?? 1) - 1;
      if (remaining > 0) this.#byRequester.set(requester, remaining);
      else this.#byRequester.delete(requester);
    };
  }
}
