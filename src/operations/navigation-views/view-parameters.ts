// The parts of a navigation view as clients send them.

import { type Codec, text } from '../../contract/codec.ts';
import { ApiError } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';

function trimmed(maximum: number): Codec<string> {
  const inner = text({ minimum: 1, maximum });
  return {
    schema: inner.schema,
    decode: (value, path) => inner.decode(typeof value === 'string' ? value.trim() : value, path),
  };
}

/** What stands after `#` in the view's address. */
export const fragmentText = trimmed(limits.navigationViewFragmentCodePoints);
export const nameText = trimmed(limits.navigationViewNameCodePoints);

export function noSuchNavigationView(): ApiError {
  return new ApiError(404, 'NOT_FOUND', 'Navigation view does not exist.');
}
