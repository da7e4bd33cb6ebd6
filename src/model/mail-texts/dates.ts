// Moments in mail, in words of a language. Mail does not know where its reader is: the zone is always named.

/** Formats are dear to make, and one run of mails uses few; the ones that were made first go. */
const KEPT_FORMATS = 200;

const formats = new Map<string, Intl.DateTimeFormat>();
const lists = new Map<string, Intl.ListFormat>();

/** What is kept under a key, or made now. */
function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  const present = all.get(key);
  if (present) return present;
  const made = make();
  const [first] = all.keys();
  if (all.size >= KEPT_FORMATS && first !== undefined) all.delete(first);
  all.set(key, made);
  return made;
}

/** A moment (seconds since 1970) with its time zone, as people of a language write it. */
export function momentIn(locale: string, moment: number, timeZone = 'UTC'): string {
  const format = kept(
    formats,
    `${locale} ${timeZone}`,
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }),
  );
  return format.format(moment * 1000);
}

/** Names as a list in words: `A, B and C`. */
export function listIn(locale: string, names: readonly string[]): string {
  return kept(lists, locale, () => new Intl.ListFormat(locale, { type: 'conjunction' })).format(names);
}
