// The codecs of the parts of a navigation view.

import { trimmedText } from '../../api-contract/codec.ts';
import { ApiError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** The part of the view's address after `#`. */
export const fragmentText = trimmedText({
  minimum: 1,
  maximum: limits.navigationViewFragmentCodePoints,
});
export const nameText = trimmedText({ minimum: 1, maximum: limits.navigationViewNameCodePoints });

/** The error for a fragment that is not one of the caller's views. */
export function noSuchNavigationView(): ApiError {
  return new ApiError(404, 'NOT_FOUND', 'Navigation view does not exist.');
}
