// The error for an id that is not one of the caller's snippets.

import { ApiError } from '../../api-contract/error.ts';

export function noSuchSnippet(): ApiError {
  return new ApiError(404, 'BAD_REQUEST', 'Saved snippet does not exist.');
}
