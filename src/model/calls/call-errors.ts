// Errors for calls that cannot be created. `provider` is the provider's name.

import { ApiError, badRequest } from '../../api-contract/error.ts';

/** The server has no credentials for the provider. */
export function notConfigured(provider: string): ApiError {
  return badRequest(`${provider} credentials have not been configured`).onPages({
    code: 'CALLS_NOT_CONFIGURED',
    provider,
  });
}

/** The person granted no access, or it has ended. Their client asks them to grant it (again). */
export function invalidToken(provider: string): ApiError {
  return new ApiError(400, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN', `Invalid ${provider} access token`).onPages({
    code: 'CALLS_NOT_CONNECTED',
    provider,
  });
}

/** The provider rejects the person's authorization code or the server's own credentials. */
export function invalidCredentials(provider: string): ApiError {
  return badRequest(`Invalid ${provider} credentials`).onPages({ code: 'CALLS_REFUSED', provider });
}

/** The provider's answer does not belong to a request that this browser was sent with. */
export function invalidSession(provider: string): ApiError {
  return badRequest(`Invalid ${provider} session identifier`).onPages({
    code: 'CALLS_ATTEMPT_LOST',
    provider,
  });
}

/** The provider created no call and gave no usable reason. */
export function callFailed(provider: string): ApiError {
  return badRequest(`Failed to create ${provider} call`).onPages({ code: 'CALL_FAILED', provider });
}

/** The provider cannot be reached or does not work. */
export function connectionFailed(provider: string, reason: string): ApiError {
  return badRequest(`Error connecting to the ${provider} server: ${reason}`).onPages({
    code: 'CALLS_UNREACHABLE',
    provider,
  });
}

/** The provider rejects the server's secret. */
export function authenticationFailed(provider: string): ApiError {
  return badRequest(`Error authenticating to the ${provider} server`).onPages({
    code: 'CALLS_REFUSED',
    provider,
  });
}

/** The provider's answer is not one of those it documents. */
export function unexpectedAnswer(provider: string, status: string): ApiError {
  return badRequest(`${provider} server returned an unexpected error: ${status}`).onPages({
    code: 'CALLS_UNREACHABLE',
    provider,
  });
}

/** The server's Zoom account has no user with the person's address. */
export function unknownZoomUser(): ApiError {
  return new ApiError(400, 'UNKNOWN_ZOOM_USER', 'Unknown Zoom user email').onPages({
    code: 'CALLS_USER_UNKNOWN',
    provider: 'Zoom',
  });
}

/** The meeting URL was not made by this server. */
export function invalidSignature(): ApiError {
  return badRequest('Invalid signature.').onPages({ code: 'MEETING_LINK_INVALID' });
}
