// The length and loudness of recordings, such as voice messages.

import type { Migration } from './migration.ts';

export const recordings: Migration = {
  version: 56,
  statements: () => [
    'alter table attachment add column recording_seconds bigint',
    'alter table attachment add column waveform {text}',
  ],
};
