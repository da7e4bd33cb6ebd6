// Errors for searches of GIFs. `provider` is the provider's name for people.

import { ApiError } from '../../api-contract/error.ts';

/** The organization chose no provider, or allows no GIFs. */
export function gifsAreOff(): ApiError {
  return new ApiError(400, 'GIFS_OFF', 'GIFs are turned off in this organization.');
}

/** The provider does not accept the key, or the server cannot read the stored one. */
export function gifKeyRefused(provider: string): ApiError {
  return new ApiError(
    400,
    'GIF_KEY_REFUSED',
    `${provider} does not accept the API key. An administrator must enter a valid one.`,
  );
}

/** The provider counts the requests with the key, and allows no more at the moment. */
export function gifProviderBusy(provider: string): ApiError {
  return new ApiError(
    503,
    'GIF_PROVIDER_BUSY',
    `${provider} allows no more searches with the organization's key at the moment. Try again later.`,
  );
}

/** The provider cannot be reached, or its answer is none of those it documents. */
export function gifProviderUnavailable(provider: string): ApiError {
  return new ApiError(503, 'GIF_PROVIDER_UNAVAILABLE', `${provider} cannot be reached. Try again later.`);
}
