// The text of a message without its markup, as lists of conversations quote it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../web/components/plain-text.ts';

const time = (value: string) => `<p>Good <time datetime="${value}">2026-11-01T09:00:00Z</time>, world.</p>`;

test('times are shown in the viewer’s time zone, with a clock of 12 or 24 hours', () => {
  const quoted = (is24Hours: boolean) =>
    plainText(time('2026-11-01T09:00:00Z'), { is24Hours, timeZone: 'Europe/Berlin' });
  assert.equal(quoted(true), 'Good Sun, Nov 1, 10:00, world.');
  assert.match(quoted(false), /^Good Sun, Nov 1, 10:00\sAM, world\.$/);
});

test('a time that the browser cannot parse is shown as it was sent', () => {
  assert.equal(plainText(time('no time')), 'Good 2026-11-01T09:00:00Z, world.');
});

test('an audio file is its title', () => {
  const player = (title: string) =>
    `<p>so: <audio controls data-duration="42" data-waveform="0" preload="metadata" src="/x"${title}></audio></p>`;
  assert.equal(plainText(player(' title="Voice &amp; more (0:42)"')), 'so: Voice & more (0:42)');
  assert.equal(plainText(player('')), 'so:');
});
