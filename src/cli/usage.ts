// The error for the user of the command line.

/** An expected error; its message, one sentence, is all that is printed. */
export class UsageError extends Error {
  /** The exit status: 2 for an invalid command line, 1 for anything else. */
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}
