// Converts failures of the system, a database or a file store to one-sentence errors for the command line.

import { ApiError } from '../../api-contract/error.ts';
import { BackupError } from '../../backups/backup-error.ts';
import { codeOf, messageOf } from '../../errors/error-detail.ts';
import { UnusableFileStoreError } from '../../files/file-store.ts';
import { endProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';

/** Runs work and converts its failures. @throws UsageError for an expected failure */
export async function withUsageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return rethrowAsUsageError(error);
  } finally {
    endProgress();
  }
}

/** Rethrows an expected failure as a `UsageError`, and others unchanged. */
export function rethrowAsUsageError(error: unknown): never {
  if (error instanceof BackupError || error instanceof UnusableFileStoreError || error instanceof ApiError)
    throw new UsageError(causeOf(error));
  // System errors, which name the file: no space, no permission, no such folder.
  if (error instanceof Error && 'syscall' in error && codeOf(error) !== undefined)
    throw new UsageError(`${messageOf(error)}.`);
  const failure = databaseFailure(codeOf(error) ?? '');
  if (failure !== undefined)
    throw new UsageError(`${failure.problem} (${messageOf(error)}). ${failure.advice}`);
  throw error;
}

/** An expected database error, by the engine's code, and what to do about it. */
function databaseFailure(code: string): { readonly problem: string; readonly advice: string } | undefined {
  if (code === 'SQLITE_FULL' || code === '53100')
    return { problem: 'The disk of the database is full', advice: 'Free some space and try again.' };
  if (code.startsWith('SQLITE_IOERR') || code === '58030')
    return { problem: 'Cannot read or write the disk of the database', advice: 'Check the disk.' };
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || /^XX00[12]$/.test(code))
    return {
      problem: 'The database is damaged',
      advice: 'Restore a backup, or copy what is still readable.',
    };
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return { problem: 'The database is in use by another program', advice: 'Stop it and try again.' };
  return undefined;
}

function causeOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.message.replace(/\.$/, '')}: ${messageOf(cause)}.` : error.message;
}
