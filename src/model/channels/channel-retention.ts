// A channel's message retention as clients send it: a number of days, or a word.

import type { Codec, SentAs } from '../../api-contract/codec.ts';
import { retentionDays } from '../organizations/organization-setting-codecs.ts';

/** Days; -1 for forever; null to use the organization's value. */
export const channelRetention: Codec<number | null> & SentAs<number | 'unlimited' | 'realm_default'> = {
  schema: { anyOf: [{ enum: ['realm_default'] }, retentionDays.schema] },
  decode: (value, path) => (value === 'realm_default' ? null : retentionDays.decode(value, path)),
};
