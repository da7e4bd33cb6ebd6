// Distinguishes a failing disk from a failing client: both end a stream of bytes with an error.

import { type ApiError, storageUnavailable } from '../api-contract/error.ts';
import { codeOf } from '../errors/error-detail.ts';

/** System calls that write files. A broken connection fails in others, or with `EPIPE`. */
const FILE_CALLS: ReadonlySet<unknown> = new Set([
  'open',
  'write',
  'writev',
  'fsync',
  'mkdir',
  'rename',
  'ftruncate',
]);

/** The error for a file that could not be written, with its cause for the log; undefined for other errors. */
export function diskFailure(error: unknown): ApiError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || codeOf(error) === 'EPIPE') return undefined;
  return FILE_CALLS.has(error.syscall) ? storageUnavailable(error) : undefined;
}
