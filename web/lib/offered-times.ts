// Suggested times for reminders, scheduled messages and mutes.

export interface OfferedTime {
  readonly name: 'inOneHour' | 'thisEvening' | 'tomorrow' | 'nextMonday';
  /** Seconds since 1970. */
  readonly at: number;
}

const MORNING = 9;
const EVENING = 18;
const MONDAY = 1;

/** A day this many days ahead, at a full hour in local time. */
function dayAt(now: Date, days: number, hour: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).getTime() / 1000;
}

/** The suggestions at a time, soonest first. Times less than an hour away and duplicates are left out. */
export function offeredTimes(now: Date): OfferedTime[] {
  const seconds = now.getTime() / 1000;
  const untilMonday = (MONDAY - now.getDay() + 7) % 7 || 7;
  const inOneHour: OfferedTime = { name: 'inOneHour', at: Math.ceil((seconds + 3600) / 60) * 60 };
  const evening = dayAt(now, 0, EVENING);
  const days: OfferedTime[] = [
    { name: 'tomorrow', at: dayAt(now, 1, MORNING) },
    ...(untilMonday > 1 ? [{ name: 'nextMonday' as const, at: dayAt(now, untilMonday, MORNING) }] : []),
  ];
  return [
    inOneHour,
    ...(evening > inOneHour.at ? [{ name: 'thisEvening' as const, at: evening }] : []),
    ...days.filter(({ at }) => at > inOneHour.at),
  ];
}

export interface MuteTime {
  readonly name: 'oneHour' | 'tomorrow' | 'monday' | 'week';
  /** Seconds since 1970. */
  readonly at: number;
}

/** The ends that are offered for a mute at a time, soonest first: in local time, in the morning of their day. */
export function muteTimes(now: Date): MuteTime[] {
  const untilMonday = (MONDAY - now.getDay() + 7) % 7 || 7;
  return [
    { name: 'oneHour', at: Math.ceil(now.getTime() / 60_000) * 60 + 3600 },
    { name: 'tomorrow', at: dayAt(now, 1, MORNING) },
    // On Sundays that is tomorrow, and on Mondays it is in a week.
    ...(untilMonday > 1 && untilMonday < 7
      ? [{ name: 'monday' as const, at: dayAt(now, untilMonday, MORNING) }]
      : []),
    { name: 'week', at: dayAt(now, 7, MORNING) },
  ];
}

/** The value of a `datetime-local` field for a time, in minutes. */
export function formatFieldValue(seconds: number): string {
  const date = new Date(seconds * 1000);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The time of such a value in seconds; undefined if it is invalid. */
export function parseFieldValue(value: string): number | undefined {
  const milliseconds = new Date(value).getTime();
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}
