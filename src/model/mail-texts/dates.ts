// Moments in mail, in words of a language. Mail does not know where its reader is: the zone is always named.

/** A moment (seconds since 1970) with its time zone, as people of a language write it. */
export function momentIn(locale: string, moment: number, timeZone = 'UTC'): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  });
  return format.format(moment * 1000);
}

/** Names as a list in words: `A, B and C`. */
export function listIn(locale: string, names: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
