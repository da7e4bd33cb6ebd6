// Says until when a person does not want to be disturbed.

import { type Clock, dayAndTime, timeOfDay } from './dates.ts';
import { t } from './texts.ts';

const DAY_SECONDS = 86_400;

/** @param until the end and `now` the current time in seconds since 1970; infinity if the quiet time never ends */
export function quietText(until: number, now: number, clock: Clock): string {
  if (!Number.isFinite(until)) return t('quiet.always');
  return t('quiet.until', { when: (until - now < DAY_SECONDS ? timeOfDay : dayAndTime)(until, clock) });
}
