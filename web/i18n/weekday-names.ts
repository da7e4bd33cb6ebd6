// The names of the days of the week in the page's language.

import { currentLocale } from '../i18n/texts.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MILLISECONDS = 86_400_000;

/** From Monday to Sunday. */
export function weekdayNames(): string[] {
  const format = new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, index) => format.format(MONDAY + index * DAY_MILLISECONDS));
}
