// The organization on PostgreSQL: what was filled on the embedded engine, brought there by the command that people use.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchOptions } from '../options.ts';
import { atEnd, ended, root, start } from '../processes.ts';

/** Runs a statement on the server itself. */
export async function administer(databaseUrl: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Copies a data directory's database to one of its own on the server that the options name; gives its address. */
export async function copyToPostgres(
  directory: string,
  { databaseUrl, keep }: Pick<BenchOptions, 'databaseUrl' | 'keep'>,
): Promise<string> {
  if (databaseUrl === undefined) throw new Error('there is no PostgreSQL server');
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
  await ended(start(process.execPath, [...program, '--data', directory, '--to', url.toString(), '--json']));
  await writeFile(isCopied, '');
  return url.toString();
}
