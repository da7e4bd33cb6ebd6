// Moments within texts, which each reader sees in their own time zone.

/** A moment as messages have it, by seconds since 1970; undefined for none. */
export function momentIn(seconds: number): string | undefined {
  const moment = new Date(seconds * 1000);
  return Number.isNaN(moment.getTime())
    ? undefined
    : `<time:${moment.toISOString().replace(/\.\d+Z$/, 'Z')}>`;
}
