// Describes thrown values of any type: for logs, for people who start a program, and to distinguish failures
// of the system.

import { CodedError } from './coded-error.ts';

/** How many causes of causes are described. */
const MAX_CAUSES = 5;

/**
 * The text of an error in a log line: its stack and those of its causes, or any other thrown value as text. An
 * expected error with a cause is described by the cause alone, since its own message was sent as the answer. For
 * logs only, never for answers.
 */
export function detailOf(thrown: unknown, causes = MAX_CAUSES): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const stack = thrown.stack ?? thrown.message;
  const { cause } = thrown;
  if (cause === undefined || causes === 0) return stack;
  const detail = detailOf(cause, causes - 1);
  return thrown instanceof CodedError ? detail : `${stack}\ncaused by ${detail}`;
}

/** The message of a thrown value, without a stack; its code or class if it has no message. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || codeOf(thrown) || thrown.name : String(thrown);
}

/** The code that the system or a library gave the failure, e.g. `ENOENT`; undefined if it has none. */
export function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** The codes of the system (disk or quota full), SQLite and PostgreSQL for a full disk. */
const DISK_FULL_CODES: ReadonlySet<string | undefined> = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  '53100',
]);

/** Whether a failure or its cause is a full disk. */
export function isDiskFullError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return DISK_FULL_CODES.has(codeOf(thrown)) || isDiskFullError(thrown.cause);
}
