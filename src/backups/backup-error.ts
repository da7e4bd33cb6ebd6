// The error for a backup or copy that is refused.

/** A backup that is not restored; nothing of it was written. */
export class BackupError extends Error {
  /** `location` names an entry of the archive and the position in it. */
  constructor(location: string, reason: string) {
    // The message is shown at a terminal and must not contain control sequences.
    super(`${location}: ${reason}`.replaceAll(/\p{Cc}/gu, ' ').replace(/^./, (first) => first.toUpperCase()));
  }
}

/** Reports the progress of a stage; `all` is the total, if known. */
export type Progress = (stage: string, done: number, all: number | undefined) => void;
