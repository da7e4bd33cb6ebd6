// When a person's quiet time ends: weekly hours in time zones, changes of the clocks, and pauses.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type QuietHours, quietUntil } from '../../src/local-time/quiet-until.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const night: QuietHours = { enabled: true, days: EVERY_DAY, from: '20:00', to: '08:00' };
const seconds = (moment: string) => Date.parse(moment) / 1000;

interface Case {
  readonly name: string;
  readonly hours?: Partial<QuietHours>;
  readonly zone?: string;
  readonly now: string;
  readonly pausedUntil?: string;
  /** Null: not quiet. Infinity: always. */
  readonly until: string | null | typeof Number.POSITIVE_INFINITY;
}

function check({ hours, zone = 'UTC', now, pausedUntil, until }: Case): void {
  const paused_until = pausedUntil === undefined ? 0 : seconds(pausedUntil);
  const quiet = quietUntil({ paused_until, quiet_hours: { ...night, ...hours } }, zone, seconds(now));
  const quietUntilText =
    quiet === null || quiet === Number.POSITIVE_INFINITY ? quiet : new Date(quiet * 1000).toISOString();
  assert.equal(quietUntilText, typeof until === 'string' ? new Date(until).toISOString() : until);
}

/** 2026-11-27 is a Friday. */
const subjects: Readonly<Record<string, readonly Case[]>> = {
  'a period across midnight': [
    { name: 'a second before it', now: '2026-11-27T19:59:59Z', until: null },
    { name: 'at its first second', now: '2026-11-27T20:00:00Z', until: '2026-11-28T08:00Z' },
    { name: 'after midnight', now: '2026-11-28T03:00Z', until: '2026-11-28T08:00Z' },
    { name: 'at its last second', now: '2026-11-28T07:59:59Z', until: '2026-11-28T08:00Z' },
    { name: 'at its end', now: '2026-11-28T08:00Z', until: null },
    { name: 'turned off', hours: { enabled: false }, now: '2026-11-28T03:00Z', until: null },
  ],
  'a period within a day': [
    {
      name: 'inside',
      hours: { from: '12:00', to: '13:30' },
      now: '2026-11-27T12:15Z',
      until: '2026-11-27T13:30Z',
    },
    { name: 'the day after', hours: { from: '12:00', to: '13:30' }, now: '2026-11-28T00:15Z', until: null },
    { name: 'after it', hours: { from: '12:00', to: '13:30' }, now: '2026-11-27T13:30Z', until: null },
  ],
  'certain days': [
    {
      name: 'the evening of the day',
      hours: { days: [5] },
      now: '2026-11-27T21:00Z',
      until: '2026-11-28T08:00Z',
    },
    {
      name: 'the morning after the day',
      hours: { days: [5] },
      now: '2026-11-28T07:00Z',
      until: '2026-11-28T08:00Z',
    },
    { name: 'the morning of the day', hours: { days: [5] }, now: '2026-11-27T07:00Z', until: null },
    { name: 'the evening after the day', hours: { days: [5] }, now: '2026-11-28T21:00Z', until: null },
    {
      name: 'Sunday is the seventh',
      hours: { days: [7] },
      now: '2026-11-30T07:00Z',
      until: '2026-11-30T08:00Z',
    },
    { name: 'no days', hours: { days: [] }, now: '2026-11-27T21:00Z', until: null },
  ],
  'whole days': [
    {
      name: 'one day',
      hours: { days: [6], from: '00:00', to: '00:00' },
      now: '2026-11-28T13:00Z',
      until: '2026-11-29T00:00Z',
    },
    {
      name: 'the weekend is one time',
      hours: { days: [6, 7], from: '00:00', to: '00:00' },
      now: '2026-11-28T13:00Z',
      until: '2026-11-30T00:00Z',
    },
    {
      name: 'from Friday evening',
      hours: { days: [5, 6], from: '18:00', to: '18:00' },
      now: '2026-11-27T18:00Z',
      until: '2026-11-29T18:00Z',
    },
    {
      name: 'six of seven end',
      hours: { days: [1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' },
      now: '2026-11-30T00:00Z',
      until: '2026-12-06T00:00Z',
    },
    {
      name: 'all seven never end',
      hours: { from: '09:00', to: '09:00' },
      now: '2026-11-28T13:00Z',
      until: Number.POSITIVE_INFINITY,
    },
  ],
  'time zones': [
    { name: 'ahead of UTC', zone: 'Asia/Tokyo', now: '2026-11-27T11:00Z', until: '2026-11-27T23:00Z' },
    { name: 'behind UTC', zone: 'America/New_York', now: '2026-11-28T01:00Z', until: '2026-11-28T13:00Z' },
    { name: 'half an hour off', zone: 'Asia/Kolkata', now: '2026-11-27T14:30Z', until: '2026-11-28T02:30Z' },
    { name: 'a minute before it there', zone: 'Asia/Kolkata', now: '2026-11-27T14:29Z', until: null },
    {
      name: 'three quarters off',
      zone: 'Asia/Kathmandu',
      now: '2026-11-27T14:15Z',
      until: '2026-11-28T02:15Z',
    },
    {
      name: 'the day is that of the zone',
      hours: { days: [6] },
      zone: 'Pacific/Auckland',
      now: '2026-11-28T08:00Z',
      until: '2026-11-28T19:00Z',
    },
    {
      name: 'an unknown zone is UTC',
      zone: 'Mars/Olympus',
      now: '2026-11-27T21:00Z',
      until: '2026-11-28T08:00Z',
    },
  ],
  'the clocks change': [
    // Berlin skips 2:00 to 3:00 on 2026-03-29, and repeats it on 2026-10-25.
    {
      name: 'a night of eleven hours',
      zone: 'Europe/Berlin',
      now: '2026-03-28T19:00Z',
      until: '2026-03-29T06:00Z',
    },
    {
      name: 'a night of thirteen hours',
      zone: 'Europe/Berlin',
      now: '2026-10-24T18:00Z',
      until: '2026-10-25T07:00Z',
    },
    {
      name: 'a skipped end is later by the skipped time',
      hours: { from: '01:00', to: '02:30' },
      zone: 'Europe/Berlin',
      now: '2026-03-29T00:30Z',
      until: '2026-03-29T01:30Z',
    },
    {
      name: 'a skipped beginning is later by the skipped time',
      hours: { from: '02:30', to: '05:00' },
      zone: 'Europe/Berlin',
      now: '2026-03-29T01:15Z',
      until: null,
    },
    {
      name: 'after a skipped beginning',
      hours: { from: '02:30', to: '05:00' },
      zone: 'Europe/Berlin',
      now: '2026-03-29T01:30Z',
      until: '2026-03-29T03:00Z',
    },
    {
      name: 'a repeated end counts when it first occurs',
      hours: { from: '01:00', to: '02:30' },
      zone: 'Europe/Berlin',
      now: '2026-10-25T00:15Z',
      until: '2026-10-25T00:30Z',
    },
    {
      name: 'after a repeated end',
      hours: { from: '01:00', to: '02:30' },
      zone: 'Europe/Berlin',
      now: '2026-10-25T01:15Z',
      until: null,
    },
    {
      name: 'a repeated beginning counts when it first occurs',
      hours: { from: '02:30', to: '05:00' },
      zone: 'Europe/Berlin',
      now: '2026-10-25T00:45Z',
      until: '2026-10-25T04:00Z',
    },
    {
      name: 'a change by half an hour',
      zone: 'Australia/Lord_Howe',
      now: '2026-10-03T12:00Z',
      until: '2026-10-03T21:00Z',
    },
  ],
  'a pause': [
    {
      name: 'alone',
      hours: { enabled: false },
      now: '2026-11-27T12:00Z',
      pausedUntil: '2026-11-27T14:00Z',
      until: '2026-11-27T14:00Z',
    },
    { name: 'in the past', now: '2026-11-27T12:00Z', pausedUntil: '2026-11-27T11:00Z', until: null },
    { name: 'ending now', now: '2026-11-27T12:00Z', pausedUntil: '2026-11-27T12:00Z', until: null },
    {
      name: 'into quiet hours',
      now: '2026-11-27T18:00Z',
      pausedUntil: '2026-11-27T22:00Z',
      until: '2026-11-28T08:00Z',
    },
    {
      name: 'up to quiet hours',
      now: '2026-11-27T18:00Z',
      pausedUntil: '2026-11-27T20:00Z',
      until: '2026-11-28T08:00Z',
    },
    {
      name: 'to just before quiet hours',
      now: '2026-11-27T18:00Z',
      pausedUntil: '2026-11-27T19:59Z',
      until: '2026-11-27T19:59Z',
    },
    {
      name: 'within quiet hours',
      now: '2026-11-27T21:00Z',
      pausedUntil: '2026-11-28T02:00Z',
      until: '2026-11-28T08:00Z',
    },
    {
      name: 'beyond quiet hours',
      now: '2026-11-27T21:00Z',
      pausedUntil: '2026-11-28T11:00Z',
      until: '2026-11-28T11:00Z',
    },
    {
      name: 'over a night into the next',
      now: '2026-11-27T21:00Z',
      pausedUntil: '2026-11-28T20:30Z',
      until: '2026-11-29T08:00Z',
    },
  ],
};

for (const [subject, cases] of Object.entries(subjects)) {
  describe(subject, () => {
    for (const one of cases) test(one.name, () => check(one));
  });
}
