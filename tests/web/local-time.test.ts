// Local days and hours: in time zones ahead of and behind UTC, with half-hour offsets, and on days of 23, 24½ or 25
// hours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayAndTime,
  dayKey,
  dayText,
  fullTime,
  shortTime,
  timeAgo,
  timeOfDay,
} from '../../web/i18n/dates.ts';
import { formatFieldValue, offeredTimes, parseFieldValue } from '../../web/lib/offered-times.ts';

const HOUR = 3600;

/** Some have half-hour offsets; all but three have daylight saving time, one by half an hour. */
const zones = [
  'UTC',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'America/New_York',
  'America/St_Johns',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];

/** The local time in a zone at a given time. */
function wallClock(timeZone: string): (seconds: number) => { day: string; time: string; weekday: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'long' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  return (seconds) => {
    const parts = Object.fromEntries(
      format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]),
    );
    const { year, month, day, hour, minute, weekday = '' } = parts;
    return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}`, weekday };
  };
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Every six hours of a year, not on the full hour. */
const moments = Array.from(
  { length: 366 * 4 },
  (_, index) => Date.UTC(2026, 0, 1) / 1000 + index * 6 * HOUR + 1234,
);
const mondayIn: Readonly<Record<string, number>> = {
  Monday: 7,
  Tuesday: 6,
  Wednesday: 5,
  Thursday: 4,
  Friday: 3,
  Saturday: 2,
  Sunday: 1,
};

/** Declares a test in each zone. The platform reads the variable again when it changes. */
function inZones(name: string, run: (wall: ReturnType<typeof wallClock>) => void): void {
  for (const zone of zones) {
    test(`${name}: ${zone}`, (t) => {
      const before = process.env.TZ;
      t.after(() => {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
      });
      process.env.TZ = zone;
      assert.equal(new Date(0).getTimezoneOffset(), new Date('1970-01-01T00:00').getTime() / 60_000);
      run(wallClock(zone));
    });
  }
}

inZones('this evening, tomorrow and next Monday are at 18:00 and 9:00 local time', (wall) => {
  for (const now of moments) {
    const localNow = wall(now);
    const offered = offeredTimes(new Date(now * 1000));
    const offeredTexts = offered.map(({ name, at }) => `${name} ${wall(at).day} ${wall(at).time}`);
    const inOneHour = Math.ceil((now + HOUR) / 60) * 60;
    const untilMonday = mondayIn[localNow.weekday] ?? 0;
    const expected = [
      `inOneHour ${wall(inOneHour).day} ${wall(inOneHour).time}`,
      ...(wall(inOneHour).day === localNow.day && wall(inOneHour).time < '18:00'
        ? [`thisEvening ${localNow.day} 18:00`]
        : []),
      `tomorrow ${dayAfter(localNow.day, 1)} 09:00`,
      ...(untilMonday > 1 ? [`nextMonday ${dayAfter(localNow.day, untilMonday)} 09:00`] : []),
    ];
    assert.deepEqual(offeredTexts, expected, new Date(now * 1000).toISOString());
  }
});

inZones('a field shows local time, and its value is parsed as the same time', (wall) => {
  for (const now of moments) {
    const { day, time } = wall(now);
    assert.equal(formatFieldValue(now), `${day}T${time}`);
    const moment = parseFieldValue(`${day}T${time}`) ?? 0;
    // For an hour that occurs twice, either one is accepted.
    assert.deepEqual(wall(moment), wall(now));
  }
});

inZones('a day begins at local midnight; the day before is yesterday, however long it was', (wall) => {
  const clock = { is24Hours: true };
  const first = wall(moments[0] ?? 0).day;
  // Mistakes about days of unusual length appear around midnight.
  const midnights = Array.from({ length: 366 }, (_, index) => dayAfter(first, index)).flatMap((day) =>
    ['00:10', '23:50'].map((time) => parseFieldValue(`${day}T${time}`) ?? 0),
  );
  for (const now of [...moments, ...midnights]) {
    const { day } = wall(now);
    assert.equal(dayKey(now), day);
    const noonBefore = parseFieldValue(`${dayAfter(day, -1)}T12:00`) ?? 0;
    const noonBeforeThat = parseFieldValue(`${dayAfter(day, -2)}T12:00`) ?? 0;
    const earlier = dayText(noonBeforeThat, now);
    const names = [dayText(now, now), dayText(noonBefore, now)];
    assert.deepEqual(names, ['Today', 'Yesterday'], new Date(now * 1000).toISOString());
    assert.match(earlier, /^[A-Z][a-z]+day,? /);
    assert.doesNotMatch(earlier, /Yesterday/);
    assert.match(shortTime(now, now, clock), /^\d\d:\d\d$/);
    assert.equal(shortTime(noonBefore, now, clock), 'Yesterday');
    assert.doesNotMatch(shortTime(noonBeforeThat, now, clock), /:|Yesterday/);
    // The year is displayed if it differs from the local one.
    assert.equal(/\d{4}/.test(earlier), dayKey(noonBeforeThat).slice(0, 4) !== day.slice(0, 4));
  }
});

test('a moment is formatted in the viewer’s time zone, with a clock of 12 or 24 hours', () => {
  const moment = Date.UTC(2026, 10, 26, 20, 15) / 1000;
  const formatted = (['Asia/Kolkata', 'America/New_York'] as const).flatMap((timeZone) =>
    [true, false].flatMap((is24Hours) =>
      [timeOfDay, fullTime, dayAndTime].map((one) =>
        one(moment, { is24Hours, timeZone }).replace(/\s/g, ' '),
      ),
    ),
  );
  const [kolkata, newYork] = [formatted.slice(0, 6), formatted.slice(6)];
  const times = ['01:45', '01:45', '01:45', '1:45 AM', '1:45 AM', '1:45 AM'];
  assert.ok(
    kolkata.every((text, index) => text.includes(times[index] ?? '?')),
    `${kolkata}`,
  );
  assert.ok(
    [1, 4].every((index) => kolkata[index]?.includes('November 27')),
    `${kolkata}`,
  );
  assert.ok(
    [2, 5].every((index) => /^Fri/.test(kolkata[index] ?? '')),
    `${kolkata}`,
  );
  assert.ok(
    newYork.every((text) => /15:15|3:15 PM/.test(text)),
    `${newYork}`,
  );
  assert.equal(new Set(formatted).size, 12, `${formatted}`);
});

test('relative times use the largest unit that has fully passed', () => {
  for (const [passed, text] of [
    [0, 'now'],
    [59, 'now'],
    [60, '1 minute ago'],
    [119, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [24 * HOUR - 1, '23 hours ago'],
    [24 * HOUR, 'yesterday'],
    [7 * 24 * HOUR - 1, '6 days ago'],
    [7 * 24 * HOUR, 'last week'],
  ] as const)
    assert.equal(timeAgo(1_780_000_000 - passed, 1_780_000_000), text);
});
