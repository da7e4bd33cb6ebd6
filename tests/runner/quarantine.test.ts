// The limit of the quarantine for flaky browser tests, and the reason that each test in it needs.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { quarantinedIn } from '../browser/quarantine.ts';
import { temporaryFolder } from '../support/temporary.ts';

const withReason = (reason: string) =>
  `test('one', { tag: '@quarantine', annotation: { type: 'reason', description: '${reason}' } }, () => {});\n`;

/** A folder with one file of tests. */
function folderWith(text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'some.browser.ts'), text);
  writeFileSync(join(folder, 'fine.browser.ts'), `test('two', () => {});\n`);
  return folder;
}

test('quarantined tests are found with their reasons', () => {
  const folder = folderWith(withReason('the clock').repeat(2) + withReason('the disk'));
  assert.deepEqual(
    quarantinedIn(folder).map(({ file, reason }) => `${file}: ${reason}`),
    ['some.browser.ts: the clock', 'some.browser.ts: the clock', 'some.browser.ts: the disk'],
  );
});

test('a fourth quarantined test is refused', () => {
  const folder = folderWith(withReason('the clock').repeat(4));
  assert.throws(() => quarantinedIn(folder), /4 tests are in quarantine, 3 may be/);
});

test('a quarantined test without a reason is refused', () => {
  for (const text of [`test('one', { tag: '@quarantine' }, () => {});`, withReason('')])
    assert.throws(() => quarantinedIn(folderWith(text)), /some\.browser\.ts has a test .* without a reason/);
});
