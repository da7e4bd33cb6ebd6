// The suggested times for scheduling: in the future, in order, without duplicates.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFieldValue, offeredTimes, parseFieldValue } from '../../web/lib/offered-times.ts';

const at = (text: string) => new Date(text).getTime() / 1000;

for (const [when, now, offered] of [
  [
    'on a Wednesday noon',
    '2026-11-18T12:10',
    [
      'inOneHour 2026-11-18T13:10',
      'thisEvening 2026-11-18T18:00',
      'tomorrow 2026-11-19T09:00',
      'nextMonday 2026-11-23T09:00',
    ],
  ],
  [
    'late on a Sunday, when tomorrow is Monday',
    '2026-11-22T20:00',
    ['inOneHour 2026-11-22T21:00', 'tomorrow 2026-11-23T09:00'],
  ],
  [
    'on a Monday, when next Monday is a week away',
    '2026-11-23T08:30',
    [
      'inOneHour 2026-11-23T09:30',
      'thisEvening 2026-11-23T18:00',
      'tomorrow 2026-11-24T09:00',
      'nextMonday 2026-11-30T09:00',
    ],
  ],
  [
    'where the evening is not an hour away',
    '2026-11-18T17:30',
    ['inOneHour 2026-11-18T18:30', 'tomorrow 2026-11-19T09:00', 'nextMonday 2026-11-23T09:00'],
  ],
] as const) {
  test(when, () => {
    const offeredTexts = offeredTimes(new Date(now)).map((one) => `${one.name} ${formatFieldValue(one.at)}`);
    assert.deepEqual(offeredTexts, offered);
  });
}

test('all times of a year are in the future, the soonest first', () => {
  for (let hour = 0; hour < 366 * 24; hour += 5) {
    const now = new Date(2026, 0, 1, hour, 17);
    const moments = offeredTimes(now).map((one) => one.at);
    assert.ok(moments.every((moment) => moment > now.getTime() / 1000));
    assert.deepEqual(
      moments,
      [...new Set(moments)].sort((a, b) => a - b),
    );
  }
});

test('a field returns the time it was given, and nothing if it is empty', () => {
  assert.equal(parseFieldValue(formatFieldValue(at('2026-11-22T07:05'))), at('2026-11-22T07:05'));
  assert.equal(parseFieldValue(''), undefined);
});
