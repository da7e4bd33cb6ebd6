// There is no snippet of that id, or it is somebody else's.

import { ApiError } from '../../contract/error.ts';

export function noSuchSnippet(): ApiError {
  return new ApiError(404, 'BAD_REQUEST', 'Saved snippet does not exist.');
}
