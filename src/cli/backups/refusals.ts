// How failures of the system, of a database and of a file store become sentences for whoever runs a command.

import { ApiError } from '../../api-contract/error.ts';
import { codeOf, messageOf } from '../../api-contract/error-detail.ts';
import { BackupRefused } from '../../backups/refusal.ts';
import { UnusableFileStore } from '../../files/file-store.ts';
import { endProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';

/** Tells what stands against a piece of work in a sentence. */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return rethrow(error);
  } finally {
    endProgress();
  }
}

/** Tells a failure in a sentence, where there is one for it. */
export function rethrow(error: unknown): never {
  if (error instanceof BackupRefused || error instanceof UnusableFileStore || error instanceof ApiError)
    throw new UsageError(causeOf(error));
  // The system's own, which name the file: no room, no right, no such folder.
  if (error instanceof Error && 'syscall' in error && codeOf(error) !== undefined)
    throw new UsageError(`${messageOf(error)}.`);
  const failure = failureOfDatabase(codeOf(error) ?? '');
  if (failure !== undefined) throw new UsageError(`${failure} (${messageOf(error)}).`);
  throw error;
}

/** What a database cannot help, by the code that its engine gives it. */
function failureOfDatabase(code: string): string | undefined {
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
