// Describes how often a calendar event repeats (RFC 5545, RRULE). Rules that cannot be described are left to
// the attached file.

export const weekdays = [
  { code: 'SU', name: 'Sunday' },
  { code: 'MO', name: 'Monday' },
  { code: 'TU', name: 'Tuesday' },
  { code: 'WE', name: 'Wednesday' },
  { code: 'TH', name: 'Thursday' },
  { code: 'FR', name: 'Friday' },
  { code: 'SA', name: 'Saturday' },
] as const;

export const months =
  'January February March April May June July August September October November December'.split(' ');
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
const units: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const KNOWN_PARTS = new Set('FREQ INTERVAL COUNT UNTIL BYDAY BYMONTHDAY BYMONTH BYSETPOS WKST'.split(' '));
const MAXIMUM_CHARACTERS = 500;
/** The description of all other rules. */
const OTHER = 'repeatedly (see the attached file)';

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

function partsOf(rule: string): Map<string, string> {
  return new Map(
    rule
      .slice(0, MAXIMUM_CHARACTERS)
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2))
      .flatMap(([name = '', value]) => (value ? [[name.trim(), value.trim()] as const] : [])),
  );
}

function ordinal(count: number): string | undefined {
  if (count === -1) return 'last';
  if (count < -1) return ordinals[-count - 1] && `${ordinals[-count - 1]} to last`;
  return ordinals[count - 1];
}

/** `MO,WE` or `2TU` in words; undefined if it cannot be described. */
function daysOf(text: string, position: string | undefined): string | undefined {
  const dayNames = text.split(',').map((dayText) => {
    const [, count, code] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(dayText) ?? [];
    const name = weekdays.find((day) => day.code === code)?.name;
    if (name === undefined || count === undefined) return name;
    const rank = ordinal(Number(count));
    return rank && `the ${rank} ${name}`;
  });
  if (dayNames.some((day) => day === undefined)) return undefined;
  const names = dayNames.map(String);
  const isWorkdays = text.split(',').sort().join() === 'FR,MO,TH,TU,WE';
  const days = isWorkdays ? 'weekday' : undefined;
  if (position === undefined) return days ? 'Monday to Friday' : list.format(names);
  const rank = ordinal(Number(position));
  return rank && `the ${rank} ${days ?? list.format(names)}`;
}

function whenOf(parts: ReadonlyMap<string, string>): string | undefined {
  const [days, dates, inMonths] = [parts.get('BYDAY'), parts.get('BYMONTHDAY'), parts.get('BYMONTH')];
  const phrases: string[] = [];
  if (days !== undefined) {
    const words = daysOf(days, parts.get('BYSETPOS'));
    if (words === undefined) return undefined;
    phrases.push(`on ${words}`);
  } else if (parts.has('BYSETPOS')) return undefined;
  if (dates !== undefined) {
    const dayNames = dates
      .split(',')
      .map((date) => (date === '-1' ? 'the last day' : /^\d{1,2}$/.test(date) ? `day ${date}` : ''));
    if (dayNames.includes('')) return undefined;
    phrases.push(`on ${list.format(dayNames)}`);
  }
  if (inMonths !== undefined) {
    const monthNames = inMonths.split(',').map((month) => months[Number(month) - 1] ?? '');
    if (monthNames.includes('')) return undefined;
    phrases.push(`in ${list.format(monthNames)}`);
  }
  return phrases.map((phrase) => ` ${phrase}`).join('');
}

/** The recurrence, for example `every 2 weeks on Monday and Wednesday, 10 times`; `until` formats a date of the rule. */
export function recurrenceText(rule: string, until: (text: string) => string | undefined): string {
  const parts = partsOf(rule);
  const unit = units[parts.get('FREQ') ?? ''];
  const interval = Number(parts.get('INTERVAL') ?? 1);
  if (!unit || !(interval >= 1) || [...parts.keys()].some((name) => !KNOWN_PARTS.has(name))) return OTHER;
  const dayText = whenOf(parts);
  if (dayText === undefined) return OTHER;
  const every = interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`;
  const count = parts.get('COUNT');
  const end = until(parts.get('UNTIL') ?? '');
  const times =
    count === undefined || !/^\d{1,6}$/.test(count) ? '' : `, ${count} ${count === '1' ? 'time' : 'times'}`;
  return `${every}${dayText}${times}${end === undefined ? '' : `, until ${end}`}`;
}
