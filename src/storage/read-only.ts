// A database that can be read but not changed for a moment, while a command copies the last changes to another one.

import { ApiError, RETRY_AFTER } from '../api-contract/error.ts';

/** Keeps a database read-only, for all servers and commands, until it is released or the process ends. */
export interface ReadOnlyLock {
  release(): Promise<void>;
}

/** 503: nothing can be stored for a moment; nothing was. */
class ReadOnlyError extends ApiError {}

/** The error for units of work in a database that is read-only. */
export function databaseReadOnly(): ApiError {
  const message = 'The server is being moved. For a moment, nothing can be changed. Try again in a minute.';
  return new ReadOnlyError(503, 'SERVICE_UNAVAILABLE', message)
    .with(RETRY_AFTER)
    .onPages({ code: 'NOT_SAVED' });
}

/** Whether a unit of work was refused because the database is read-only. */
export function isReadOnlyError(error: unknown): error is ApiError {
  return error instanceof ReadOnlyError;
}
