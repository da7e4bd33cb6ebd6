// An error in an archive, for the person who imports it: where it is, and why.

/** Thrown for an archive that is refused. Nothing of it is imported. */
export class ArchiveRefused extends Error {
  /** `place` names a file of the archive and a position in it. */
  constructor(place: string, reason: string) {
    // Without control characters: the message is printed to a terminal.
    super(`${place}: ${reason}`.replaceAll(/\p{Cc}/gu, ' '));
  }
}
