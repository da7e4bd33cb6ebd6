// What `scripts/prepare.mjs` installs: only packages that are missing, however the others were installed.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const STAMP = 'node_modules/.parley-installed';

interface Package {
  readonly integrity?: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
}

const packages: Readonly<Record<string, Package>> = {
  '': {},
  'node_modules/needed': { integrity: 'sha512-a' },
  'node_modules/for-tests': { integrity: 'sha512-b', dev: true },
  'node_modules/for-us': { integrity: 'sha512-c', optional: true, os: [process.platform] },
  'node_modules/for-others': { integrity: 'sha512-d', optional: true, os: ['beos'] },
};

const without = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(packages).filter(([path]) => !names.some((name) => path.endsWith(name))));

/** Prepares a start with a stubbed npm and a lock file; returns the stamp, or undefined if npm ran. */
async function prepared(
  present: Readonly<Record<string, Package>>,
  args: readonly string[] = [],
): Promise<string | undefined> {
  const copy = await mkdtemp(join(tmpdir(), 'parley-prepare-'));
  try {
    for (const part of ['scripts', 'package.json'])
      await cp(join(root, part), join(copy, part), { recursive: true });
    await writeFile(join(copy, 'package-lock.json'), JSON.stringify({ packages }));
    await mkdir(join(copy, 'node_modules'));
    await writeFile(join(copy, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
    await mkdir(join(copy, 'bin'));
    await writeFile(join(copy, 'bin/npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const PATH = [join(copy, 'bin'), process.env.PATH].join(delimiter);
    const options = { cwd: copy, env: { ...process.env, PATH, PARLEY_NO_WEB: '1' } };
    const isDone = await promisify(execFile)(
      process.execPath,
      ['scripts/prepare.mjs', ...args],
      options,
    ).then(
      () => true,
      () => false,
    );
    return isDone ? (await readFile(join(copy, STAMP), 'utf8')).split(' ')[1] : undefined;
  } finally {
    await rm(copy, { recursive: true });
  }
}

test('packages installed by hand are not installed again', async () => {
  assert.equal(await prepared(without('for-others')), 'all');
  assert.equal(await prepared(without('for-others', 'for-tests')), 'production');
});

test('a missing package, or another version than required, is installed', async () => {
  assert.equal(await prepared({}), undefined);
  assert.equal(await prepared(without('needed')), undefined);
  assert.equal(await prepared(without('for-us')), undefined);
  assert.equal(await prepared({ ...packages, 'node_modules/needed': { integrity: 'sha512-z' } }), undefined);
  assert.equal(await prepared(without('for-tests'), ['--all']), undefined);
});
