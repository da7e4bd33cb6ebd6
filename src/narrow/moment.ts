// Parses the dates and times that clients send to say when a message was sent.

const DATE =
  /^(?=\d{4}-\d{2}-|\d{8}(?!\d))(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * The time of an ISO 8601 date or time in seconds since 1970, rounded up; UTC without a zone, midnight without a time.
 * Undefined if the text is neither.
 */
export function parseMoment(text: string): number | undefined {
  const match = DATE.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z'] = match;
  const [y, mo, d] = [Number(year), Number(month), Number(day)];
  const [h, mi, s] = [Number(hour), Number(minute), Number(second)];
  const midnight = new Date(0);
  midnight.setUTCFullYear(y, mo - 1, d);
  const isDay = midnight.getUTCMonth() === mo - 1 && midnight.getUTCDate() === d;
  const offset = offsetOf(zone);
  if (!isDay || y === 0 || h > 23 || mi > 59 || s > 60 || offset === undefined) return undefined;
  const seconds = midnight.getTime() / 1000 + h * 3600 + mi * 60 + s + Number(`0.${fraction}`);
  return Math.ceil(seconds - offset);
}

/** The seconds by which a zone is ahead of UTC; 0 for `Z`, which has no digits; undefined if there is no such zone. */
function offsetOf(zone: string): number | undefined {
  const digits = zone.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || '0')];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}
