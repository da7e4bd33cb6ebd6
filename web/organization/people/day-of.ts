// Formats a date for lists.

import { currentLocale } from '../../i18n/texts.ts';

/** The date of a time; empty if there is none. `at` is a string from the server, or seconds. */
export function mediumDate(at: string | number | undefined): string {
  const date = new Date(typeof at === 'number' ? at * 1000 : (at ?? ''));
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' }).format(date);
}
