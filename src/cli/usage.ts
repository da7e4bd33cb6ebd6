// The error for the user of the command line.

import { CodedError } from '../errors/coded-error.ts';

/** An expected error; its message, one sentence, is all that is printed. */
export class UsageError extends CodedError {
  /** The exit status: 2 for an invalid command line, 1 for anything else. */
  readonly status: number;

  constructor(message: string, status = 1, options?: ErrorOptions) {
    super('USAGE', message, options);
    this.status = status;
  }
}
