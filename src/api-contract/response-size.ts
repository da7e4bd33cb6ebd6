// Counts the bytes of a response while it is made, so that lists end before they get too large.

import { limits } from './limits.ts';

/** The part of a response around its list: the envelope and the other fields. */
const ENVELOPE_BYTES = 1000;

/** The size of one response being made. */
export class ResponseSize {
  readonly #mayBeLarge: () => boolean;
  #bytes = ENVELOPE_BYTES;
  /** Undefined until a slot was requested. */
  #isLarge: boolean | undefined;

  /** @param mayBeLarge takes a slot for a large response if one is free; called at most once */
  constructor(mayBeLarge: () => boolean) {
    this.#mayBeLarge = mayBeLarge;
  }

  /** Counts the next element of the list. Returns whether it fits into the response. */
  fits(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes <= limits.smallResponseBytes) return true;
    this.#isLarge ??= this.#mayBeLarge();
    return this.#isLarge && this.#bytes <= limits.responseBytes;
  }
}
