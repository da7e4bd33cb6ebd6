// How a log line describes an error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseUnavailable } from '../../src/api-contract/error.ts';
import { detailOf } from '../../src/errors/error-detail.ts';
import { UnusableFileStoreError } from '../../src/files/file-store.ts';

test('a log line has the stacks of an error and its causes', () => {
  const detail = detailOf(new Error('outer', { cause: new TypeError('inner', { cause: 'deepest' }) }));
  assert.match(
    detail,
    /^Error: outer\n {4}at .*\ncaused by TypeError: inner\n {4}at .*\ncaused by deepest$/s,
  );
  assert.match(detailOf(new UnusableFileStoreError('Change it.')), /^UnusableFileStoreError: Change it\.\n/);
});

test('a log line has only the cause of an expected error', () => {
  assert.match(detailOf(databaseUnavailable(new Error('no route'))), /^Error: no route\n/);
});

test('a log line ends with errors that are their own cause', () => {
  const error = new Error('round');
  error.cause = error;
  assert.equal(detailOf(error).match(/Error: round/g)?.length, 6);
});
