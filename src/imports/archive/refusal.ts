// What is wrong with an archive, for the person who wants it imported: where it is wrong, and why.

/** An archive that is not taken. Nothing of it was kept. */
export class ArchiveRefused extends Error {
  /** `place` names a file of the archive, and what stands where in it. */
  constructor(place: string, reason: string) {
    // It is shown at a terminal, which no name may command.
    super(`${place}: ${reason}`.replaceAll(/\p{Cc}/gu, ' '));
  }
}
