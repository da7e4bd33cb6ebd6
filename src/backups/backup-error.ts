// The error for a backup or copy that is refused.

import { CodedError } from '../errors/coded-error.ts';

/** A backup that is not restored; nothing of it was written. */
export class BackupError extends CodedError {
  /** `location` names an entry of the archive and the position in it. */
  constructor(location: string, reason: string, options?: ErrorOptions) {
    // The message is shown at a terminal and must not contain control sequences.
    const message = `${location}: ${reason}`.replaceAll(/\p{Cc}/gu, ' ');
    const sentence = message.replace(/^./, (first) => first.toUpperCase());
    super('BACKUP_INVALID', sentence, options);
  }
}

/** Reports the progress of a stage; `all` is the total, if known. */
export type Progress = (stage: string, done: number, all: number | undefined) => void;
