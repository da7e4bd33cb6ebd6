// Times within texts, which are displayed in each viewer's time zone.

/** Formats seconds since 1970 as a time in a message; undefined if invalid. */
export function timeMarkup(seconds: number): string | undefined {
  const moment = new Date(seconds * 1000);
  return Number.isNaN(moment.getTime())
    ? undefined
    : `<time:${moment.toISOString().replace(/\.\d+Z$/, 'Z')}>`;
}
