// The error for an outgoing request that failed.

import { CodedError } from '../../errors/coded-error.ts';

/** No usable response arrived; the message is a reason that may be shown. */
export class NoAnswerError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('NO_ANSWER', message, options);
  }
}
