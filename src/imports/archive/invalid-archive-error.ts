// An error in an archive, for the person who imports it: where it is, and why.

import { CodedError } from '../../errors/coded-error.ts';

/** Thrown for an archive that is refused. Nothing of it is imported. */
export class InvalidArchiveError extends CodedError {
  /** `location` names a file of the archive and a position in it. */
  constructor(location: string, reason: string, options?: ErrorOptions) {
    // Control characters are removed, because the message is printed to a terminal.
    super('ARCHIVE_INVALID', `${location}: ${reason}`.replaceAll(/\p{Cc}/gu, ' '), options);
  }
}
