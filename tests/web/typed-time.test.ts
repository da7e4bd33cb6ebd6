// Times as people type them, in the local time zone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utcTime } from '../../src/markdown/times.ts';
import { timeText } from '../../web/lib/completion.ts';
import { formatFieldValue } from '../../web/lib/offered-times.ts';
import { readTypedTime } from '../../web/lib/typed-time.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const words = {
  today: ['today', 'heute'],
  tomorrow: ['tomorrow', 'morgen', 'mañana', 'غدًا'],
  weekdays: days.map((name) => [name, name === 'friday' ? 'freitag' : name]),
};
/** A Wednesday. */
const now = new Date('2026-11-18T12:10');

for (const [typed, expected] of [
  ['14:30', '2026-11-18T14:30'],
  ['9:30', '2026-11-19T09:30'],
  ['9.30', '2026-11-19T09:30'],
  ['9h30', '2026-11-19T09:30'],
  ['17', '2026-11-18T17:00'],
  ['5 pm', '2026-11-18T17:00'],
  ['12am', '2026-11-19T00:00'],
  ['13 pm', undefined],
  ['24:00', undefined],
  ['9:75', undefined],
  ['today 18:00', '2026-11-18T18:00'],
  ['heute 8:00', '2026-11-18T08:00'],
  ['tomorrow', '2026-11-19T09:00'],
  ['Tom 10:15', '2026-11-19T10:15'],
  ['manana 8:00', '2026-11-19T08:00'],
  ['غدا', '2026-11-19T09:00'],
  ['fri', '2026-11-20T09:00'],
  ['freitag 5pm', '2026-11-20T17:00'],
  ['wednesday', '2026-11-25T09:00'],
  ['thu', '2026-11-19T09:00'],
  ['2026-12-01', '2026-12-01T09:00'],
  ['2026-12-01 14:00', '2026-12-01T14:00'],
  ['2026-12-01T14:00', '2026-12-01T14:00'],
  ['2026-11-31', undefined],
  ['2026-12-01 soon', undefined],
  ['t', undefined],
  ['soon', undefined],
  ['', undefined],
] as const) {
  test(`${JSON.stringify(typed)} is ${expected ?? 'no time'}`, () => {
    const read = readTypedTime(typed, now, words);
    assert.equal(read && formatFieldValue(read), expected);
  });
}

test('a time is written with its offset, as the renderer reads it', () => {
  for (const at of [1_800_000_000, 1_784_000_040]) {
    const [, typed = ''] = /^<time:(.*)> $/.exec(timeText(at)) ?? [];
    assert.equal(utcTime(typed), new Date(at * 1000).toISOString().replace('.000', ''));
  }
});
