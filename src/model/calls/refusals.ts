// What is answered when a call cannot be made. `name` is the provider's.

import { ApiError, badRequest } from '../../api-contract/error.ts';

/** The server has no credentials for the provider. */
export function notConfigured(name: string): ApiError {
  return badRequest(`${name} credentials have not been configured`);
}

/** The person gave no access, or it has ended: their client asks them for it (again). */
export function invalidToken(name: string): ApiError {
  return new ApiError(400, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN', `Invalid ${name} access token`);
}

/** The provider does not take what the person brought from it, or the server's own credentials. */
export function invalidCredentials(name: string): ApiError {
  return badRequest(`Invalid ${name} credentials`);
}

/** An answer of the provider's that belongs to no question that this browser was sent with. */
export function invalidSession(name: string): ApiError {
  return badRequest(`Invalid ${name} session identifier`);
}

/** The provider made no call, and said nothing that helps. */
export function callFailed(name: string): ApiError {
  return badRequest(`Failed to create ${name} call`);
}

/** The provider cannot be reached, or is out of order. */
export function connectionFailed(name: string, reason: string): ApiError {
  return badRequest(`Error connecting to the ${name} server: ${reason}`);
}

/** The provider says that the server's secret is wrong. */
export function authenticationRefused(name: string): ApiError {
  return badRequest(`Error authenticating to the ${name} server`);
}

/** An answer of the provider's that its own documentation does not have. */
export function unexpectedAnswer(name: string, status: string): ApiError {
  return badRequest(`${name} server returned an unexpected error: ${status}`);
}

/** The person's address is none that the server's Zoom account knows. */
export function unknownZoomUser(): ApiError {
  return new ApiError(400, 'UNKNOWN_ZOOM_USER', 'Unknown Zoom user email');
}

/** A meeting's address that this server did not make. */
export function invalidSignature(): ApiError {
  return badRequest('Invalid signature.');
}
