// Parts of calls without a browser: links, the place of the small window, and telling the server one's own state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callAt } from '../../web/calls/call-at.ts';
import type { OwnState } from '../../web/calls/call-server.ts';
import { OwnStateReport } from '../../web/calls/own-state.ts';
import { nearestCorner, type PlaceOptions, windowPlace } from '../../web/calls/window-place.ts';

test('an address names a call only on this server', () => {
  const page = 'https://chat.example.com/?beside=x#inbox';
  assert.equal(callAt('/calls/17', page), 17);
  assert.equal(callAt('https://chat.example.com/calls/17', page), 17);
  assert.equal(callAt('https://chat.example.com/#calls/17', page), 17);
  assert.equal(callAt('#calls/8', page), 8);
  for (const address of [
    'https://other.example.com/calls/17',
    '/calls/0',
    '/calls/17/complete',
    '/calls/zoom',
    `/calls/${'9'.repeat(16)}`,
    '#inbox',
    'https://',
    '',
  ])
    assert.equal(callAt(address, page), undefined, address);
});

const wide: PlaceOptions = {
  corner: 'bottom-end',
  isRightToLeft: false,
  view: { left: 272, right: 1440, top: 52, bottom: 900 },
  composer: { left: 496, right: 1216, top: 800, bottom: 890 },
  width: 192,
  height: 240,
};

test('the window is beside the text where the margin is 13 rem wide, and at the bottom', () => {
  const { left, top } = windowPlace(wide);
  assert.ok(left >= 1216 && left + 192 <= 1440, `left ${left}`);
  assert.equal(top, 900 - 14 - 240);
  const composer = { left: 480, right: 1440 - 208, top: 800, bottom: 890 };
  assert.equal(windowPlace({ ...wide, composer }).left, 1440 - 8 - 192);
});

test('in a narrower margin it is above the composer', () => {
  const composer = { left: 350, right: 1300, top: 800, bottom: 890 };
  const { left, top } = windowPlace({ ...wide, composer });
  assert.equal(left + 192, 1440 - 8);
  assert.equal(top + 240, 800 - 8);
});

test('other corners, and pages that run from right to left', () => {
  assert.deepEqual(windowPlace({ ...wide, corner: 'top-start' }), { left: 272 + 14, top: 52 + 14 });
  assert.equal(windowPlace({ ...wide, isRightToLeft: true }).left, 272 + 14);
  assert.equal(windowPlace({ ...wide, composer: undefined }).left, 1440 - 14 - 192);
  // A window that is too high stays below the bar.
  assert.equal(windowPlace({ ...wide, height: 2000 }).top, 52);
});

test('a dragged window goes to the nearest corner', () => {
  const at = (x: number, y: number, isRightToLeft = false) =>
    nearestCorner(wide.view, { x, y }, isRightToLeft);
  assert.equal(at(1400, 800), 'bottom-end');
  assert.equal(at(300, 800), 'bottom-start');
  assert.equal(at(1400, 60), 'top-end');
  assert.equal(at(300, 60, true), 'top-end');
});

const off = { muted: false, camera: false, screen: false, hand: false };

test('changes of the own state are sent one after another, the newest last', async () => {
  const sent: unknown[] = [];
  const answers: (() => void)[] = [];
  const report = new OwnStateReport(off, (state) => {
    sent.push(state);
    return new Promise<void>((resolve) => answers.push(resolve));
  });
  await report.change({ hand: true });
  await report.change({ hand: false });
  assert.deepEqual(sent, []);
  report.confirm(off);
  const first = report.change({ muted: true });
  await Promise.resolve();
  const second = report.change({ camera: true });
  const third = report.change({ muted: false });
  assert.deepEqual(report.state, { ...off, camera: true });
  answers[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  answers[1]?.();
  await Promise.all([first, second, third]);
  assert.deepEqual(sent, [
    { ...off, muted: true },
    { ...off, camera: true },
  ]);
});

test('a refused change is undone, and the error thrown', async () => {
  const report = new OwnStateReport(off, async () => {
    throw new Error('taken');
  });
  report.confirm(off);
  await assert.rejects(report.change({ screen: true }), /taken/);
  assert.deepEqual(report.state, off);
});

test('a microphone that was switched off stays off if the server is not told, and the next change tells it', async () => {
  const sent: OwnState[] = [];
  let isAway = true;
  const report = new OwnStateReport(off, async (state) => {
    if (isAway) throw new Error('away');
    sent.push(state);
  });
  report.confirm(off);
  const wishes = [true, false, true].map((muted) => report.change({ muted }));
  for (const wish of wishes) await assert.rejects(wish, /away/);
  assert.equal(report.state.muted, true);
  isAway = false;
  await report.change({});
  assert.deepEqual(sent, [{ ...off, muted: true }]);
});

test('after an error the state is sent, since the server may have taken the change', async () => {
  const sent: OwnState[] = [];
  const report = new OwnStateReport(off, async (state) => {
    sent.push(state);
    if (sent.length === 1) throw new Error('no answer');
  });
  report.confirm(off);
  await assert.rejects(report.change({ muted: true }), /no answer/);
  await report.change({ muted: false });
  assert.deepEqual(sent, [{ ...off, muted: true }, off]);
});

test('what the server has already is not sent', async () => {
  let requests = 0;
  const report = new OwnStateReport(off, async () => {
    requests += 1;
  });
  report.confirm(off);
  await report.change({ muted: false });
  report.confirm({ ...off, muted: true });
  await report.change({});
  assert.equal(requests, 1);
});
