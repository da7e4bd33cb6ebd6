// What is wrong with a command line, in one sentence.

/** A refusal for the person at the shell; its message is all that they are told. */
export class UsageError extends Error {
  /** The exit status: 2 for a command line that is wrong, 1 for what is wrong besides. */
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}
