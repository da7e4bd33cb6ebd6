// The errors of test notifications (specification, E21).

import { ApiError } from '../../api-contract/error.ts';
import type { Logger } from '../../api-contract/logger.ts';
import { RelayError } from './push-relay.ts';

/** The error for a person without a device that receives notifications. */
export function noActiveDevice(): ApiError {
  return new ApiError(400, 'NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
}

/** The relay refuses this server's requests, or there is none. The person cannot fix that. */
export function administratorActionRequired(): ApiError {
  return new ApiError(
    403,
    'ADMIN_ACTION_REQUIRED',
    'Push notification configuration issue on server, contact the server administrator or retry later.',
  );
}

/** The relay, or a service behind it, does not work at the moment. */
export function relayBroken(): ApiError {
  return new ApiError(
    502,
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
    'Internal server error on the push notification relay, retry later.',
  );
}

/** The error that the person receives for a failure; the log gets the relay's reason. */
export function testPushError(error: unknown, log: Pick<Logger, 'warn'>): unknown {
  if (!(error instanceof RelayError)) return error;
  log.warn({ reason: `${error.kind}: ${error.message}` }, 'push relay request failed');
  return apiErrorOf(error);
}

function apiErrorOf({ kind }: RelayError): ApiError {
  switch (kind) {
    case 'unreachable':
      return new ApiError(
        502,
        'FAILED_TO_CONNECT_BOUNCER',
        'Network error while connecting to the push notification relay.',
      );
    case 'broken':
      return relayBroken();
    case 'refused':
      return administratorActionRequired();
  }
}
