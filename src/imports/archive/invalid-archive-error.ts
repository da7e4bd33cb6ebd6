// An error in an archive, for the person who imports it: where it is, and why.

/** Thrown for an archive that is refused. Nothing of it is imported. */
export class InvalidArchiveError extends Error {
  /** `location` names a file of the archive and a position in it. */
  constructor(location: string, reason: string) {
    // Without control characters: the message is printed to a terminal.
    super(`${location}: ${reason}`.replaceAll(/\p{Cc}/gu, ' '));
  }
}
