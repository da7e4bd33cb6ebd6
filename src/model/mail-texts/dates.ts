// Formats times and lists in mails. The recipient's location is not known, so the time zone is always included.

/** Formats are expensive to create, and a batch of mails needs only a few. The oldest are evicted first. */
const MAX_CACHED_FORMATS = 200;

const formats = new Map<string, Intl.DateTimeFormat>();
const lists = new Map<string, Intl.ListFormat>();

/** The cached value for a key, created if it is missing. */
function cached<T>(all: Map<string, T>, key: string, make: () => T): T {
  const existing = all.get(key);
  if (existing) return existing;
  const created = make();
  const [first] = all.keys();
  if (all.size >= MAX_CACHED_FORMATS && first !== undefined) all.delete(first);
  all.set(key, created);
  return created;
}

/** A time (seconds since 1970) with its time zone, as is usual in a language. */
export function formatTime(locale: string, moment: number, timeZone = 'UTC'): string {
  const format = cached(
    formats,
    `${locale} ${timeZone}`,
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }),
  );
  return format.format(moment * 1000);
}

/** Names as a list in words: `A, B and C`. */
export function formatList(locale: string, names: readonly string[]): string {
  return cached(lists, locale, () => new Intl.ListFormat(locale, { type: 'conjunction' })).format(names);
}
