// Maps anything thrown to the error that is answered, here and at the relay: our own errors as they are, the
// HTTP framework's in our envelope, and everything else as an internal error without details.

import { ApiError, storageUnavailable } from '../../api-contract/error.ts';
import { isDiskFullError } from '../../api-contract/error-detail.ts';

/** The status of an error thrown by the framework; undefined for other errors. */
function frameworkStatus(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('statusCode' in thrown)) return undefined;
  return typeof thrown.statusCode === 'number' ? thrown.statusCode : undefined;
}

/** The error to answer with. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isDiskFullError(thrown)) return storageUnavailable(thrown);
  const status = frameworkStatus(thrown);
  if (status === 413) return new ApiError(413, 'REQUEST_TOO_LARGE', 'The request is too large.');
  if (status !== undefined && status >= 400 && status < 500) {
    return new ApiError(status, 'BAD_REQUEST', 'Malformed request');
  }
  return new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error');
}
