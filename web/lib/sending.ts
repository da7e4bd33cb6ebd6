// Something that is sent to the server, once at a time: while its answer is awaited, whatever is pressed once more sends nothing.
// What is refused is kept in words until it is sent anew.

export interface Sent<P> {
  readonly isBusy: boolean;
  readonly problem: P | undefined;
}

export class Sending<P> {
  readonly #wordsFor: (error: unknown) => P;
  readonly #onChange: (now: Sent<P>) => void;
  #now: Sent<P> = { isBusy: false, problem: undefined };

  /** `wordsFor` throws what is no refusal again. */
  constructor(wordsFor: (error: unknown) => P, onChange: (now: Sent<P>) => void) {
    this.#wordsFor = wordsFor;
    this.#onChange = onChange;
  }

  /** Sends it, unless something is on its way. Gives whether it was sent and taken. */
  async send(call: () => Promise<unknown>): Promise<boolean> {
    if (this.#now.isBusy) return false;
    this.#show({ isBusy: true, problem: undefined });
    try {
      await call();
      this.#show({ isBusy: false, problem: undefined });
      return true;
    } catch (error) {
      this.#show({ isBusy: false, problem: undefined });
      this.#show({ isBusy: false, problem: this.#wordsFor(error) });
      return false;
    }
  }

  /** What was refused is something else by now. */
  forget(): void {
    if (this.#now.problem !== undefined) this.#show({ ...this.#now, problem: undefined });
  }

  #show(now: Sent<P>): void {
    this.#now = now;
    this.#onChange(now);
  }
}
