// Times as a clock on the wall of a time zone shows them.

/** A local time as if it were UTC, in milliseconds since 1970. */
export type WallTime = number;

const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const MAX_FORMATS = 100;
const DAY_MILLISECONDS = 86_400_000;

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone);
  if (formats.size >= MAX_FORMATS) formats.clear();
  let format: Intl.DateTimeFormat | undefined;
  try {
    const [number, hourCycle] = ['numeric', 'h23'] as const;
    const time = { hour: number, minute: number, second: number, hourCycle } as const;
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: number,
      month: number,
      day: number,
      ...time,
    });
  } catch {
    format = undefined;
  }
  formats.set(zone, format);
  return format;
}

function wallTimeBy(format: Intl.DateTimeFormat, moment: number): WallTime {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * The local time in a zone at a moment (milliseconds since 1970), to the second.
 * @param zone an IANA name
 * @returns undefined if the zone is unknown
 */
export function wallTimeAt(zone: string, moment: number): WallTime | undefined {
  const format = formatOf(zone);
  return format && wallTimeBy(format, moment);
}

/**
 * The moment of a local time in a zone: the first of two in an overlap; moved by the gap's length inside a gap.
 * @param zone an IANA name
 * @returns milliseconds since 1970; undefined if the zone is unknown
 */
export function momentOfWallTime(zone: string, wall: WallTime): number | undefined {
  const format = formatOf(zone);
  if (!format) return undefined;
  const offsetAt = (moment: number) => wallTimeBy(format, moment) - moment;
  const byEarlierOffset = wall - offsetAt(wall - DAY_MILLISECONDS);
  if (wallTimeBy(format, byEarlierOffset) === wall) return byEarlierOffset;
  return wall - offsetAt(wall - offsetAt(wall));
}
