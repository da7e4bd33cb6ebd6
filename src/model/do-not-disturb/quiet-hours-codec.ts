// The wire form of weekly quiet hours.

import {
  boolean,
  brokenRule,
  type Codec,
  described,
  integer,
  list,
  matchingText,
  record,
  titled,
} from '../../api-contract/codec.ts';
import type { QuietHours } from '../../local-time/quiet-until.ts';

const weekdays = list(integer({ minimum: 1, maximum: 7 }), 7);

/** At least one day; each once, in order. */
const days: Codec<number[]> = {
  schema: { ...weekdays.schema, minItems: 1 },
  decode(value, path) {
    const sent = weekdays.decode(value, path);
    if (sent.length === 0) throw brokenRule(path, 'must contain at least one day');
    return [...new Set(sent)].sort((a, b) => a - b);
  },
};

const timeOfDay = matchingText(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time of day such as 20:00');

export const quietHours: Codec<QuietHours & { readonly days: number[] }> = titled(
  record({
    enabled: boolean,
    days: described(days, 'The days on which the period begins: 1 for Monday to 7 for Sunday.'),
    from: described(timeOfDay, 'When the period begins, as HH:MM.'),
    to: described(
      timeOfDay,
      'When the period ends, as HH:MM: on the next day unless it is later than `from`. The same as `from` means a whole day.',
    ),
  }),
  'QuietHours',
);
