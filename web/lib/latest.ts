// Several attempts may finish out of order; only the last one counts.

export class Latest {
  #attempts = 0;

  /** Starts an attempt. Returns a function that tells whether it is still the last one. */
  begin(): () => boolean {
    const own = ++this.#attempts;
    return () => own === this.#attempts;
  }
}
