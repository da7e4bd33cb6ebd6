// The status of a refusal for clients of resumable uploads.

import type { ApiError } from '../../contract/error.ts';

/** As for the API, but never 400, after which clients try the same again. */
export function resumableStatus({ status, code }: ApiError): number {
  if (code === 'REALM_UPLOAD_QUOTA') return 413;
  return status === 400 ? 403 : status;
}
