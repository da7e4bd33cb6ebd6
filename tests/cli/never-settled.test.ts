// A command that exits before it has finished has failed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const program = new URL('../../src/program.ts', import.meta.url).href;

function runToEnd(command: string) {
  const script = `const { run } = await import(${JSON.stringify(program)}); run([], ${command});`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('a command whose promise never settles fails, and one that settles or exits does not', () => {
  assert.deepEqual(runToEnd('() => new Promise(() => {})'), {
    status: 1,
    stderr: 'Parley exited before the command finished.\n',
  });
  assert.deepEqual(runToEnd('async () => {}'), { status: 0, stderr: '' });
  assert.deepEqual(runToEnd('async () => process.exit(0)'), { status: 0, stderr: '' });
});
