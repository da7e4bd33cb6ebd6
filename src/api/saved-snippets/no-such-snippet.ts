// There is no snippet of that id, or it is somebody else's.

import { ApiError } from '../../api-contract/error.ts';

/** The refusal for an id that is no snippet of the caller's. */
export function noSuchSnippet(): ApiError {
  return new ApiError(404, 'BAD_REQUEST', 'Saved snippet does not exist.');
}
