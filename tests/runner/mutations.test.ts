// The changes that the mutation tests make, and those that they leave out because they have no observable effect.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutationsOf } from '../../scripts/mutations.mjs';

const changesOf = (line: string) => [...mutationsOf(line)].map(({ becomes }) => becomes);

test('comparisons, conditions, numbers, guards and calls are changed', () => {
  assert.deepEqual(changesOf('  if (count > 2) return;'), [
    '',
    '  if (count >= 2) return;',
    '  if (count > 3) return;',
  ]);
  assert.deepEqual(changesOf('  writer.emit(event);'), ['']);
});

test('numbers of random bytes are not changed, but other numbers and the use of random bytes are', () => {
  assert.deepEqual(changesOf("const receipt = randomBytes(32).toString('base64url');"), []);
  assert.deepEqual(changesOf('const isLong = length === 0 || randomBytes(9);'), [
    'const isLong = length !== 0 || randomBytes(9);',
    'const isLong = length === 0 && randomBytes(9);',
  ]);
  assert.deepEqual(changesOf('const length = sizes[0];'), ['const length = sizes[1];']);
});

test('batches, pauses for other requests and readers of all organizations are not changed, but their uses are', () => {
  assert.deepEqual(changesOf('const ROWS_PER_READ = 20;'), []);
  assert.deepEqual(changesOf('  override readonly pollSeconds = 60;'), []);
  assert.deepEqual(changesOf('    await yielder.yieldIfDue();'), []);
  assert.deepEqual(changesOf('    await hub.catchUp();'), ['']);
  assert.deepEqual(changesOf('const rows = await due(database.reader(0), 1);'), [
    'const rows = await due(database.reader(0), 2);',
  ]);
});

test('the type of a member that is true or missing is not changed', () => {
  assert.deepEqual(changesOf('const types: Record<string, { isText?: true }> = {'), []);
  assert.deepEqual(changesOf("  '.js': { isText: true },"), ["  '.js': { isText: false },"]);
});
