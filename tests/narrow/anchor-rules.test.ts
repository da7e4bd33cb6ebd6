// The anchors of a page: an id, an end, the first unread message, or a date in any of its formats.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { NEWEST, readAnchor } from '../../src/narrow/anchor.ts';

const ids: readonly [string, number][] = [
  ['oldest', 0],
  ['newest', NEWEST],
  ['0', 0],
  ['17', 17],
  [' +17 ', 17],
  ['-5', 0],
  [String(NEWEST), NEWEST],
  ['99999999999999999999', NEWEST],
];

for (const [anchor, id] of ids) {
  test(`the anchor ${anchor} is an id`, () => {
    assert.deepEqual(readAnchor(anchor, undefined, false), { kind: 'id', id });
  });
}

test('the first unread message is the anchor in both forms of the parameter', () => {
  assert.deepEqual(readAnchor('first_unread', undefined, false), { kind: 'first-unread' });
  assert.deepEqual(readAnchor('17', undefined, true), { kind: 'first-unread' });
  assert.deepEqual(readAnchor(undefined, undefined, true), { kind: 'first-unread' });
});

const DAY = Date.UTC(2026, 1, 28) / 1000;
const HOUR = 3600;

const moments: readonly [string, number][] = [
  ['2026-02-28', DAY],
  ['20260228', DAY],
  [' 2026-02-28 ', DAY],
  ['2026-02-28T01', DAY + HOUR],
  ['2026-02-28T00:01', DAY + 60],
  ['2026-02-28 01:02:03', DAY + HOUR + 123],
  ['20260228T010203', DAY + HOUR + 123],
  ['2026-02-28T23:59:59Z', DAY + 24 * HOUR - 1],
  ['2026-02-28T01:00:00z', DAY + HOUR],
  ['2026-02-28T01:00:00.25', DAY + HOUR + 1],
  ['2026-02-28T01:00:00,000', DAY + HOUR],
  ['2026-02-28T01:00:00.5', DAY + HOUR + 1],
  ['2026-02-28T01:00:00.000000000', DAY + HOUR],
  ['2026-02-28T01:00:00+01:00', DAY],
  ['2026-02-28T01:00:00 +01', DAY],
  ['2026-02-28T00:00:00-0130', DAY + 1.5 * HOUR],
  ['2026-02-28T00:00:00+23:59', DAY - 24 * HOUR + 60],
  ['0001-01-01', -62_135_596_800],
  ['2024-02-29', Date.UTC(2024, 1, 29) / 1000],
  // A leap second.
  ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1) / 1000],
];

for (const [text, moment] of moments) {
  test(`${text} is a date`, () => {
    assert.deepEqual(readAnchor('date', text, false), { kind: 'date', moment });
  });
}

const noDates = [
  ...['', 'soon', '2026', '2026-2-28', '2026-02-29', '2026-13-01', '2026-00-10', '2026-02-00', '0000-01-01'],
  ...['2026-02-28T24:00', '2026-02-28T00:60', '2026-02-28T00:00:61', '2026-02-28T', '2026-02-28T1:00'],
  ...['2026-02-28T01:00:00.', '2026-02-28T01:00:00.0000000000'],
  ...['2026-02-28T00:00+24:00', '2026-02-28T00:00+00:60', '2026-02-28+01:00', '202602281'],
];

for (const text of noDates) {
  test(`"${text}" is not a date`, () => {
    assert.throws(
      () => readAnchor('date', text, false),
      (error) => error instanceof ApiError && error.status === 400 && error.message === 'Invalid anchor_date',
    );
  });
}

for (const [anchor, date, message] of [
  [undefined, undefined, "Missing 'anchor' argument."],
  ['date', undefined, "Missing 'anchor_date' argument."],
  ['yesterday', undefined, 'Invalid anchor'],
  ['1.5', undefined, 'Invalid anchor'],
] as const) {
  test(`${anchor} is not an anchor`, () => {
    assert.throws(() => readAnchor(anchor, date, false), { message });
  });
}
