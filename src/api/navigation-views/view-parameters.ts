// The parts of a navigation view as clients send them.

import { trimmedText } from '../../api-contract/codec.ts';
import { ApiError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';

/** What stands after `#` in the view's address. */
export const fragmentText = trimmedText({
  minimum: 1,
  maximum: limits.navigationViewFragmentCodePoints,
});
export const nameText = trimmedText({ minimum: 1, maximum: limits.navigationViewNameCodePoints });

/** The refusal for a fragment that is no view of the caller's. */
export function noSuchNavigationView(): ApiError {
  return new ApiError(404, 'NOT_FOUND', 'Navigation view does not exist.');
}
