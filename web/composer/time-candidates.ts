// Suggestions of times that everyone sees in their own time zone: the usual ones, what was typed, or any other.

import { type Clock, dayAndTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { weekdayNames } from '../i18n/weekday-names.ts';
import { timeText } from '../lib/completion.ts';
import { offeredTimes } from '../lib/offered-times.ts';
import { type DayWords, readTypedTime } from '../lib/typed-time.ts';
import type { Candidate } from './candidates.ts';

const englishDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** In the page's language and in English. */
function dayWords(): DayWords {
  const names = weekdayNames();
  return {
    today: ['today', t('dates.today').toLowerCase()],
    tomorrow: ['tomorrow', t('time.tomorrow').toLowerCase()],
    weekdays: englishDays.map((name, index) => [name, (names[index] ?? name).toLowerCase()]),
  };
}

/** @param query what was typed after `<time:` */
export function timeCandidates(query: string, clock: Clock, now = new Date()): Candidate[] {
  const picture = { kind: 'icon', name: 'clock' } as const;
  const typedText = query.trim().toLowerCase();
  const readTime = readTypedTime(typedText, now, dayWords());
  const offered = offeredTimes(now)
    .map(({ name, at }) => ({ label: t(`time.${name}`), at }))
    .filter(({ label, at }) => at !== readTime && label.toLowerCase().startsWith(typedText))
    .map(({ label, at }): Candidate => {
      return { key: `time ${label}`, label, note: dayAndTime(at, clock), picture, insert: timeText(at) };
    });
  const own: Candidate[] =
    readTime === undefined
      ? []
      : [{ key: 'typed time', label: dayAndTime(readTime, clock), picture, insert: timeText(readTime) }];
  const other: Candidate = {
    key: 'other time',
    label: t('completion.otherTime'),
    picture,
    insert: '',
    asksForTime: true,
  };
  return [...own, ...offered, other];
}
