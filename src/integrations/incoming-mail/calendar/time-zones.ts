// The UTC offset of a calendar's time zone, found by its IANA name, its Windows name, or the rules in the
// calendar itself (VTIMEZONE).

import { momentOfWallTime, type WallTime } from '../../../local-time/wall-time.ts';
import { type Component, propertyIn } from './calendar-lines.ts';
import { weekdays } from './recurrence.ts';
import { zoneOfWindows } from './windows-zones.ts';

/** `+0130` in milliseconds. */
function offsetOf(text: string | undefined): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text?.trim() ?? '') ?? [];
  if (sign === undefined) return undefined;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * 1000;
}

/** Parses a local time such as `20261025T030000`. */
export function wallTimeOf(text: string): WallTime | undefined {
  const fields = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?Z?)?$/i.exec(text.trim()) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields
    .slice(1)
    .map((field) => Number(field ?? 0));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const isReal = new Date(wall).getUTCMonth() + 1 === month && hour < 24 && minute < 60;
  return isReal && year >= 1 ? wall : undefined;
}

/** When an observance begins in a year by its rule, for example `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU`. */
function onsetIn(year: number, start: Date, rule: string): WallTime {
  const month = Number(/BYMONTH=(\d{1,2})/i.exec(rule)?.[1] ?? start.getUTCMonth() + 1) - 1;
  const time = start.getTime() - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  const dayMonth = /BYMONTHDAY=(\d{1,2})/i.exec(rule)?.[1];
  const [, order, name = ''] = /BYDAY=([+-]?\d)([A-Z]{2})/i.exec(rule) ?? [];
  const weekday = weekdays.findIndex(({ code }) => code === name.toUpperCase());
  if (order === undefined || weekday < 0)
    return Date.UTC(year, month, Number(dayMonth ?? start.getUTCDate())) + time;
  const count = Number(order);
  const first = new Date(Date.UTC(year, count < 0 ? month + 1 : month, count < 0 ? 0 : 1));
  const daysToWeekday =
    count < 0 ? -((first.getUTCDay() - weekday + 7) % 7) : (weekday - first.getUTCDay() + 7) % 7;
  const weeks = count < 0 ? count + 1 : Math.max(0, count - 1);
  return first.getTime() + (daysToWeekday + 7 * weeks) * 86_400_000 + time;
}

/** The last onset of an observance at or before a local time. */
function lastOnset(observance: Component, wall: WallTime): WallTime | undefined {
  const start = wallTimeOf(propertyIn(observance, 'DTSTART')?.value ?? '');
  if (start === undefined || start > wall) return undefined;
  const rule = propertyIn(observance, 'RRULE')?.value;
  if (rule === undefined) return start;
  const until = wallTimeOf(/UNTIL=(\w{8,16})/i.exec(rule)?.[1] ?? '') ?? Number.POSITIVE_INFINITY;
  const year = new Date(Math.min(wall, until)).getUTCFullYear();
  const onsets = [year, year - 1].map((candidate) => onsetIn(candidate, new Date(start), rule));
  return onsets.find((onset) => onset <= wall && onset >= start && onset <= until + 86_400_000) ?? start;
}

const MAXIMUM_OBSERVANCES = 100;

/** The UTC offset at a local time by a calendar's own rules. */
function offsetByRules({ components }: Component, wall: WallTime): number | undefined {
  let latest: { readonly onset: WallTime; readonly offset: number | undefined } | undefined;
  for (const observance of components.slice(0, MAXIMUM_OBSERVANCES)) {
    const onset = lastOnset(observance, wall);
    if (onset === undefined || (latest && onset <= latest.onset)) continue;
    latest = { onset, offset: offsetOf(propertyIn(observance, 'TZOFFSETTO')?.value) };
  }
  const [first] = components;
  return latest ? latest.offset : offsetOf(first && propertyIn(first, 'TZOFFSETFROM')?.value);
}

/** The IANA name at the end; some programs prefix it: `/example.org/20070129_1/Europe/Berlin`. */
const KNOWN = /(?:^|\/)([A-Z][A-Za-z]{1,14}\/[A-Za-z_+-]{2,20}(?:\/[A-Za-z_+-]{2,20})?|UTC)$/;

/** The instant (milliseconds since 1970) of a local time in a calendar's zone; undefined if the zone is unknown. */
export function momentOf(wall: WallTime, zoneId: string, calendar: Component): number | undefined {
  const name = zoneId.slice(0, 200);
  const zone = zoneOfWindows(name) ?? KNOWN.exec(name)?.[1];
  const moment = zone === undefined ? undefined : momentOfWallTime(zone, wall);
  if (moment !== undefined) return moment;
  const own = calendar.components.find(
    (component) => component.name === 'VTIMEZONE' && propertyIn(component, 'TZID')?.value === zoneId,
  );
  const offset = own && offsetByRules(own, wall);
  return offset === undefined ? undefined : wall - offset;
}
