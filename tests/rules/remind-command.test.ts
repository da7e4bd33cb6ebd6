// The times that `/remind` understands, in a time zone with daylight saving time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedReminder } from '../../src/model/reminders/remind-command.ts';

const zone = 'Europe/Berlin';
/** A Friday, 16:30 in Berlin; the clocks change on the Sunday after it. */
const now = Date.parse('2026-10-23T14:30:00Z');

const cases: readonly [argument: string, due: string, text: string][] = [
  ['in 2 hours check the build', '2026-10-23T16:30:00Z', 'check the build'],
  ['me in 2 hours to check the build', '2026-10-23T16:30:00Z', 'check the build'],
  ['30m tea', '2026-10-23T15:00:00Z', 'tea'],
  ['in 1 minute: tea', '2026-10-23T14:31:00Z', 'tea'],
  ['3 d tea', '2026-10-26T14:30:00Z', 'tea'],
  ['in 2 weeks that it ends', '2026-11-06T14:30:00Z', 'it ends'],
  ['17:00 go', '2026-10-23T15:00:00Z', 'go'],
  ['at 5pm go', '2026-10-23T15:00:00Z', 'go'],
  ['12 am sleep', '2026-10-23T22:00:00Z', 'sleep'],
  ['12:15pm eat', '2026-10-24T10:15:00Z', 'eat'],
  ['16:30 tomorrow, since it is over today', '2026-10-24T14:30:00Z', 'tomorrow, since it is over today'],
  ['today at 18:00 go', '2026-10-23T16:00:00Z', 'go'],
  ['tomorrow go', '2026-10-24T07:00:00Z', 'go'],
  ['Tomorrow 8:05 go', '2026-10-24T06:05:00Z', 'go'],
  ['friday go', '2026-10-30T08:00:00Z', 'go'],
  ['on Monday at 10 am go', '2026-10-26T09:00:00Z', 'go'],
  ['sunday 2:30 twice', '2026-10-25T00:30:00Z', 'twice'],
  ['2027-03-28 2:30 in the gap', '2027-03-28T01:30:00Z', 'in the gap'],
  ['2026-12-01 go\n- there\n- and back', '2026-12-01T08:00:00Z', 'go\n- there\n- and back'],
  ['tomorrow 2 eggs', '2026-10-24T07:00:00Z', '2 eggs'],
  ['2001-01-01 too late', '2001-01-01T08:00:00Z', 'too late'],
];

for (const [argument, due, text] of cases) {
  test(`/remind ${argument.replaceAll('\n', ' ')} is due at ${due}`, () => {
    const reminder = requestedReminder(argument, now, zone);
    assert.deepEqual(
      reminder && {
        due: new Date(reminder.dueAt * 1000).toISOString().replace('.000', ''),
        text: reminder.text,
      },
      { due, text },
    );
  });
}

test('a text without a valid time and a message is not a reminder', () => {
  for (const argument of [
    '',
    'tea',
    '2 tea',
    'in 2 hours',
    'in 2 hours: ',
    'in two hours tea',
    '25:00 tea',
    '12:60 tea',
    '13 pm tea',
    'today tea',
    '2026-02-30 tea',
    '2026-13-01 tea',
    'tomorrowish tea',
    'in 99999 hours tea',
  ])
    assert.equal(requestedReminder(argument, now, zone), undefined, argument);
});
