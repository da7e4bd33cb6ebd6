// Maps anything thrown to the error that is answered, here and at the relay: our own errors as they are,
// a full disk as unavailable storage, and everything else as an internal error without details.

import { ApiError, storageUnavailable } from '../../api-contract/error.ts';
import { isDiskFullError } from '../../errors/error-detail.ts';

/** The error to answer with. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isDiskFullError(thrown)) return storageUnavailable(thrown);
  return new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Internal server error');
}

/** The body of an error's answer. */
export function errorEnvelope({ message, code, extra }: ApiError): string {
  return JSON.stringify({ result: 'error', msg: message, code, ...extra });
}
