// A submission to the server, once at a time: while it runs, submitting again does nothing. Its error is
// shown until the next attempt.

export interface SubmissionState<P> {
  readonly isBusy: boolean;
  readonly error: P | undefined;
}

export class Submission<P> {
  readonly #describe: (error: unknown) => P;
  readonly #onChange: (now: SubmissionState<P>) => void;
  #state: SubmissionState<P> = { isBusy: false, error: undefined };

  /** `describe` returns the text of an error, and rethrows an error without a text. */
  constructor(describe: (error: unknown) => P, onChange: (now: SubmissionState<P>) => void) {
    this.#describe = describe;
    this.#onChange = onChange;
  }

  /** Sends, unless a submission is running. Returns whether it was sent and accepted. */
  async send(call: () => Promise<unknown>): Promise<boolean> {
    if (this.#state.isBusy) return false;
    this.#show({ isBusy: true, error: undefined });
    try {
      await call();
      this.#show({ isBusy: false, error: undefined });
      return true;
    } catch (error) {
      this.#show({ isBusy: false, error: undefined });
      this.#show({ isBusy: false, error: this.#describe(error) });
      return false;
    }
  }

  /** Clears the error, because the input has changed. */
  clearOutcome(): void {
    if (this.#state.error !== undefined) this.#show({ ...this.#state, error: undefined });
  }

  #show(now: SubmissionState<P>): void {
    this.#state = now;
    this.#onChange(now);
  }
}
