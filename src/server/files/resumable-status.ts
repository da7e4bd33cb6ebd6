// Maps errors to the statuses that clients of resumable uploads expect, and logs failures.

import type { ApiError } from '../../api-contract/error.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { detailOf } from '../../errors/error-detail.ts';

/** The status of an API error, except 400, after which clients would retry. */
export function resumableStatus({ status, code }: ApiError): number {
  if (code === 'REALM_UPLOAD_QUOTA') return 413;
  return status === 400 ? 403 : status;
}

/** Logs a failure of the server with its cause. */
export function logFailure(log: Pick<Logger, 'error'>, error: unknown): void {
  log.error({ error: detailOf(error) }, 'resumable upload failed');
}
