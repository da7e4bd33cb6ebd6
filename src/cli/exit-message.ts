// Turns the error that ended a command into the text that the program prints, and its exit status.

import { ApiError } from '../api-contract/error.ts';
import { CodedError } from '../errors/coded-error.ts';
import { codeOf, isDiskFullError, messageOf } from '../errors/error-detail.ts';
import { UsageError } from './usage.ts';

/**
 * The text, with a line break, and the exit status. The message of an expected error is printed as it is.
 * Failures of the system or a database are printed with advice. Anything else is a bug and is printed as a
 * failure of Parley.
 */
export function exitMessageOf(error: unknown): { readonly text: string; readonly status: number } {
  return { text: `${textOf(error)}\n`, status: error instanceof UsageError ? error.status : 1 };
}

function textOf(error: unknown): string {
  const message = messageOf(error);
  const failure = databaseFailure(codeOf(error) ?? '');
  if (failure !== undefined) return `${failure.problem} (${message}). ${failure.advice}`;
  if (isDiskFullError(error)) return `The disk is full. Free some space and try again (${message}).`;
  if (error instanceof ApiError) return withCause(error);
  if (error instanceof CodedError) return message;
  // System errors, which name the file: no permission, no such folder.
  if (error instanceof Error && 'syscall' in error && codeOf(error) !== undefined) return `${message}.`;
  return `Parley failed: ${message}`;
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

/** The message of an error of the API with its cause, which is hidden from clients. */
function withCause({ message, cause }: ApiError): string {
  return cause instanceof Error ? `${message.replace(/\.$/, '')}: ${messageOf(cause)}.` : message;
}
