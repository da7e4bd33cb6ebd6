// Of what is begun one after the other, and may end in another order, only the last counts.

export class Latest {
  #begun = 0;

  /** Begins one. Answers with whether nothing else has been begun since. */
  begin(): () => boolean {
    const own = ++this.#begun;
    return () => own === this.#begun;
  }
}
