// What the relay refuses servers.

import { ApiError } from '../contract/error.ts';

export function unknownServer(): ApiError {
  return new ApiError(
    401,
    'INVALID_ZULIP_SERVER',
    'This server is not registered at the relay, or its key is another one.',
    {},
    { 'www-authenticate': 'Basic realm="relay"' },
  );
}

export function registrationClosed(): ApiError {
  return new ApiError(
    403,
    'REGISTRATION_CLOSED',
    "Servers cannot register themselves here: ask the relay's administrator for an id and a key.",
  );
}

export function serverIdTaken(): ApiError {
  return new ApiError(400, 'SERVER_ID_TAKEN', 'A server with this id is registered with another key.');
}

export function serverDeactivated(): ApiError {
  return new ApiError(
    401,
    'REALM_DEACTIVATED',
    "This server's registration at the relay has been deactivated.",
  );
}

export function organizationMissing(): ApiError {
  return new ApiError(403, 'MISSING_REMOTE_REALM', 'Organization not registered');
}

export function organizationElsewhere(): ApiError {
  return new ApiError(
    403,
    'REMOTE_REALM_SERVER_MISMATCH_ERROR',
    "Your organization is registered to a different server. Ask the relay's administrator.",
  );
}

export function invalidPublicKey(): ApiError {
  return new ApiError(400, 'INVALID_BOUNCER_PUBLIC_KEY', 'Invalid bouncer_public_key');
}

export function registrationExpired(): ApiError {
  return new ApiError(400, 'REQUEST_EXPIRED', 'Request expired');
}
