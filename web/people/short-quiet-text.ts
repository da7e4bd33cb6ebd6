// Says until when a person does not want to be disturbed, where there is little space and a moon shows what it is about.

import { type Clock, dayAndTime, timeOfDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';

const DAY_SECONDS = 86_400;
/** Until then the name of a day is enough. */
const WEEK_SECONDS = 6 * DAY_SECONDS;

/** @param until the end and `now` the current time in seconds since 1970; infinity if the quiet time never ends */
export function shortQuietText(until: number, now: number, clock: Clock): string {
  if (!Number.isFinite(until)) return t('quiet.shortAlways');
  const secondsLeft = until - now;
  const when =
    secondsLeft < DAY_SECONDS
      ? timeOfDay(until, clock)
      : dayAndTime(until, clock, secondsLeft > WEEK_SECONDS);
  return t('quiet.shortUntil', { when });
}
