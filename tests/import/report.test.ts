// Names from an archive are printed as plain text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportText } from '../../src/cli/organizations/import-report.ts';
import { InvalidArchiveError } from '../../src/imports/archive/invalid-archive-error.ts';

test('control characters in an archive do not reach the terminal', () => {
  const missing = [{ what: 'file\r\x1b[2J', why: 'two\nlines', count: 1 }];
  const report = { format: 'an export', organizationId: 9, came: { people: 1 }, renumbered: [] };
  const text = reportText({ ...report, name: 'Har\x1b]0;bour\x07\x9b', missing });
  assert.equal(/[^\P{Cc}\n]/u.test(text), false);
  assert.match(text, /^Har ]0;bour {2}, an export, was imported as organization 9/);
  assert.match(text, /two lines/);
  assert.equal(new InvalidArchiveError('a\x1b[2J', 'it is gone.').message, 'a [2J: it is gone.');
});
