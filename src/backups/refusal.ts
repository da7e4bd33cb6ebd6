// What is wrong with a backup, for the person who wants it restored: where it is wrong, and why.

/** A backup that is not restored. Nothing of it was kept. */
export class BackupRefused extends Error {
  /** `place` names an entry of the archive, and what stands where in it. */
  constructor(place: string, reason: string) {
    // It is shown at a terminal, which no name may command.
    super(`${place}: ${reason}`.replaceAll(/\p{Cc}/gu, ' '));
  }
}

/** Says how far the work is; `all` where that is known. */
export type Progress = (stage: string, done: number, all: number | undefined) => void;
