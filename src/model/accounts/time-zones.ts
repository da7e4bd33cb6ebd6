// The time zones that an account can choose, by their IANA names.

import { type Codec, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';

function isTimeZone(name: string): boolean {
  // The runtime also accepts offsets such as `+01:00`, which are not names.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The name of a time zone that the runtime supports. */
export const timeZone: Codec<string> = {
  schema: shortText.schema,
  decode(value, path) {
    const name = shortText.decode(value, path);
    if (!isTimeZone(name)) throw badRequest(`${path} is not a recognized time zone`);
    return name;
  },
};
