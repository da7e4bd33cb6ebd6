// What is thrown where a request that left the house came to nothing.

/** There was no answer; the message says why in words that may be shown. */
export class NoAnswer extends Error {}
