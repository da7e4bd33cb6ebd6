// Errors for calls that cannot be created. `name` is the provider's name.

import { ApiError, badRequest } from '../../api-contract/error.ts';

/** The server has no credentials for the provider. */
export function notConfigured(name: string): ApiError {
  return badRequest(`${name} credentials have not been configured`);
}

/** The person granted no access, or it has ended. Their client asks them to grant it (again). */
export function invalidToken(name: string): ApiError {
  return new ApiError(400, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN', `Invalid ${name} access token`);
}

/** The provider rejects the person's authorization code or the server's own credentials. */
export function invalidCredentials(name: string): ApiError {
  return badRequest(`Invalid ${name} credentials`);
}

/** The provider's answer does not belong to a request that this browser was sent with. */
export function invalidSession(name: string): ApiError {
  return badRequest(`Invalid ${name} session identifier`);
}

/** The provider created no call and gave no usable reason. */
export function callFailed(name: string): ApiError {
  return badRequest(`Failed to create ${name} call`);
}

/** The provider cannot be reached or does not work. */
export function connectionFailed(name: string, reason: string): ApiError {
  return badRequest(`Error connecting to the ${name} server: ${reason}`);
}

/** The provider rejects the server's secret. */
export function authenticationFailed(name: string): ApiError {
  return badRequest(`Error authenticating to the ${name} server`);
}

/** The provider's answer is not one of those it documents. */
export function unexpectedAnswer(name: string, status: string): ApiError {
  return badRequest(`${name} server returned an unexpected error: ${status}`);
}

/** The server's Zoom account has no user with the person's address. */
export function unknownZoomUser(): ApiError {
  return new ApiError(400, 'UNKNOWN_ZOOM_USER', 'Unknown Zoom user email');
}

/** The meeting URL was not made by this server. */
export function invalidSignature(): ApiError {
  return badRequest('Invalid signature.');
}
