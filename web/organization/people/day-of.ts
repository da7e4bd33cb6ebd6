// A day in a list: short, and with its year.

import { currentLocale } from '../../i18n/words.ts';

/** The day of a moment; empty where there is none. `at` as the server writes it, or in seconds. */
export function dayOf(at: string | number | undefined): string {
  const date = new Date(typeof at === 'number' ? at * 1000 : (at ?? ''));
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' }).format(date);
}
