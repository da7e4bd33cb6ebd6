// Counts the bytes of a response while it is made, so that lists end before they get too large.

import { limits } from './limits.ts';

/** What a response has around its list: the envelope and the other fields. */
const ENVELOPE_BYTES = 1000;

/** The size of one response that is being made. */
export class ResponseSize {
  readonly #mayBeLarge: () => boolean;
  #bytes = ENVELOPE_BYTES;
  /** Undefined until it was asked. */
  #isLarge: boolean | undefined;

  /** @param mayBeLarge asked at most once: whether there is a slot for a large response */
  constructor(mayBeLarge: () => boolean) {
    this.#mayBeLarge = mayBeLarge;
  }

  /** Counts the next element of the list; gives whether the response still has room for it. */
  takes(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes <= limits.smallResponseBytes) return true;
    this.#isLarge ??= this.#mayBeLarge();
    return this.#isLarge && this.#bytes <= limits.responseBytes;
  }
}
