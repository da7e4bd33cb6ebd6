// Copies a generated organization from the embedded engine to PostgreSQL, with the command for operators.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchOptions } from '../options.ts';
import { atEnd, root, start, waitForSuccess } from '../processes.ts';

/** Runs a statement on the PostgreSQL server. */
export async function administer(databaseUrl: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Copies the database of a data directory to a new one on the PostgreSQL server; returns its URL. */
export async function copyToPostgres(
  directory: string,
  { databaseUrl, keep }: Pick<BenchOptions, 'databaseUrl' | 'keep'>,
): Promise<string> {
  if (databaseUrl === undefined) throw new Error('no PostgreSQL server is configured');
  const name = `parley_bench_${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const isCopied = join(directory, 'bench-copied');
  if (existsSync(isCopied)) return url.toString();
  await administer(databaseUrl, `drop database if exists ${name} with (force)`);
  await administer(databaseUrl, `create database ${name}`);
  if (directory !== keep) {
    atEnd(() => administer(databaseUrl, `drop database if exists ${name} with (force)`));
  }
  const program = [join(root, 'src/main.mjs'), 'database', 'copy'];
  await waitForSuccess(
    start(process.execPath, [...program, '--data', directory, '--to', url.toString(), '--json']),
  );
  await writeFile(isCopied, '');
  return url.toString();
}
