// The relay's errors for servers. Codes that existing servers act on have their established names.

import { ApiError } from '../src/api-contract/error.ts';

/** 401: no registered server has this id and key. */
export function unknownServer(): ApiError {
  return new ApiError(
    401,
    'INVALID_ZULIP_SERVER',
    'This server is not registered with the relay, or its key is wrong.',
  ).with({ 'www-authenticate': 'Basic realm="relay"' });
}

/** 403: only the relay's operator registers servers. */
export function registrationClosed(): ApiError {
  return new ApiError(
    403,
    'REGISTRATION_CLOSED',
    'Servers cannot register themselves with this relay. Ask its operator for an ID and a key.',
  );
}

/** 400: the id belongs to another server, or was registered with another key. */
export function serverIdTaken(): ApiError {
  return new ApiError(
    400,
    'SERVER_ID_TAKEN',
    'A server with this ID is already registered with a different key.',
  );
}

/** 401: the relay's operator has deactivated the server. */
export function serverDeactivated(): ApiError {
  return new ApiError(
    401,
    'REALM_DEACTIVATED',
    "This server's registration with the relay has been deactivated.",
  );
}

/** 403: no server has reported the organization. */
export function organizationNotRegistered(): ApiError {
  return new ApiError(403, 'MISSING_REMOTE_REALM', 'Organization not registered');
}

/** 403: the organization belongs to another server. */
export function organizationOfOtherServer(): ApiError {
  return new ApiError(
    403,
    'REMOTE_REALM_SERVER_MISMATCH_ERROR',
    "Your organization is registered to a different server. Ask the relay's administrator.",
  );
}

/** 400: the device encrypted to a key other than the relay's. */
export function invalidPublicKey(): ApiError {
  return new ApiError(400, 'INVALID_BOUNCER_PUBLIC_KEY', 'Invalid bouncer_public_key');
}

/** 400: the device created its registration too long ago. */
export function registrationExpired(): ApiError {
  return new ApiError(400, 'REQUEST_EXPIRED', 'Request expired');
}
