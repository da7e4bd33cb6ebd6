// What something that was thrown is answered with, here and at the relay: a refusal of ours as it is, one of the HTTP
// framework in our envelope, and anything else as a fault of the server of which nothing is told.

import { ApiError, storageUnavailable } from '../../api-contract/error.ts';
import { isOutOfRoom } from '../../api-contract/error-detail.ts';

/** The status that the framework wants a failure answered with, if it is one of its own. */
function frameworkStatus(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('statusCode' in thrown)) return undefined;
  return typeof thrown.statusCode === 'number' ? thrown.statusCode : undefined;
}

/** The refusal for whatever was thrown. */
export function refusalOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isOutOfRoom(thrown)) return storageUnavailable(thrown);
  const status = frameworkStatus(thrown);
  if (status === 413) return new ApiError(413, 'REQUEST_TOO_LARGE', 'The request is too large.');
  if (status !== undefined && status >= 400 && status < 500) {
    return new ApiError(status, 'BAD_REQUEST', 'Malformed request');
  }
  return new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error');
}
