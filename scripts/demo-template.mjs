// Creates the demo organization once for a test run: a data directory and, on PostgreSQL, a database. Tests copy it for
// each server that they start (`tests/support/demo-template.ts`).

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

async function administer(databaseUrl, statement) {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

/** Creates the template. Returns the environment variables that name it, and a function that removes it. */
export async function makeDemoTemplate(root, databaseUrl) {
  const directory = mkdtempSync(join(tmpdir(), 'parley-template-'));
  const args = ['src/main.mjs', 'fill-demo', '--demo', '--data', directory];
  const environment = { PARLEY_TEST_TEMPLATE: directory };
  if (databaseUrl) {
    const database = `parley_template_${randomBytes(6).toString('hex')}`;
    await administer(databaseUrl, `create database ${database}`);
    const url = new URL(databaseUrl);
    url.pathname = `/${database}`;
    args.push('--database-url', url.toString());
    environment.PARLEY_TEST_TEMPLATE_DATABASE = database;
  }
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) throw new Error('Creating the demo organization for the tests failed.');
  const remove = async () => {
    rmSync(directory, { recursive: true, force: true });
    const { PARLEY_TEST_TEMPLATE_DATABASE: database } = environment;
    if (database) await administer(databaseUrl, `drop database ${database}`);
  };
  return { environment, remove };
}
