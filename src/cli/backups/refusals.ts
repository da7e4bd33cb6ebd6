// Converts failures of the system, a database or a file store to one-sentence errors for the command line.

import { ApiError } from '../../api-contract/error.ts';
import { codeOf, messageOf } from '../../api-contract/error-detail.ts';
import { BackupRefused } from '../../backups/refusal.ts';
import { UnusableFileStore } from '../../files/file-store.ts';
import { endProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';

/** Runs work and converts its failures. @throws UsageError for an expected failure */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return rethrow(error);
  } finally {
    endProgress();
  }
}

/** Rethrows an expected failure as a `UsageError`, and others unchanged. */
export function rethrow(error: unknown): never {
  if (error instanceof BackupRefused || error instanceof UnusableFileStore || error instanceof ApiError)
    throw new UsageError(causeOf(error));
  // System errors, which name the file: no space, no permission, no such folder.
  if (error instanceof Error && 'syscall' in error && codeOf(error) !== undefined)
    throw new UsageError(`${messageOf(error)}.`);
  const failure = databaseFailure(codeOf(error) ?? '');
  if (failure !== undefined) throw new UsageError(`${failure} (${messageOf(error)}).`);
  throw error;
}

/** The sentence for an expected database error, by the engine's code. */
function databaseFailure(code: string): string | undefined {
  if (code === 'SQLITE_FULL' || code === '53100') return 'There is no room left on the disk of the database';
  if (code.startsWith('SQLITE_IOERR') || code === '58030')
    return 'The disk of the database cannot be read or written';
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || /^XX00[12]$/.test(code))
    return 'The database is damaged: restore a backup, or copy what can be read';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return 'The database is in use by another program';
  return undefined;
}

function causeOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.message.replace(/\.$/, '')}: ${messageOf(cause)}.` : error.message;
}
