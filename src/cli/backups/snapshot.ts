// Consistent snapshots of a running server: all rows, and the files that they name.

import { join } from 'node:path';
import { nowSeconds } from '../../api-contract/time.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import { copySqlite, SqliteRows } from '../../storage/rows/sqlite-rows.ts';
import {
  isLeaseValid,
  leaseFiles,
  newFileLease,
  releaseFiles,
} from '../../stores/job-marks/file-lease-store.ts';
import type { DatabaseLocation } from '../command-database.ts';
import { UsageError } from '../usage.ts';

const RENEW_MILLISECONDS = 300_000;

/** Runs work during which no file is deleted. */
export async function withFileLease<T>(database: ParleyDatabase, work: () => Promise<T>): Promise<T> {
  const own = newFileLease();
  const renew = () => database.write(0, (writer) => leaseFiles(writer, own));
  await renew();
  // A failed renewal is made up for by the next one; at the end it is checked that the lease never expired.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MILLISECONDS);
  try {
    const result = await work();
    if (!(await isLeaseValid(database.reader(0), nowSeconds(), own)))
      throw new UsageError(
        'The database was unreachable for too long, and files may have been deleted. Run the command again.',
      );
    return result;
  } finally {
    clearInterval(timer);
    await database.write(0, (writer) => releaseFiles(writer, own));
  }
}

/** The current rows of a database. An embedded one must not change meanwhile. */
export async function withCurrentRows<T>(
  { dataDirectory, url }: DatabaseLocation,
  work: (rows: RowSource) => Promise<T>,
): Promise<T> {
  if (url === undefined) return withFileRows(join(dataDirectory, 'parley.db'), work);
  const rows = await PostgresRows.connect(url);
  try {
    await rows.execute('begin isolation level repeatable read read only', []);
    return await work(rows);
  } finally {
    await rows.close();
  }
}

/** All rows as of now, unaffected by later writes; `folder` is for a copy of an embedded database. */
export async function withSnapshotRows<T>(
  location: DatabaseLocation,
  folder: string,
  work: (rows: RowSource) => Promise<T>,
): Promise<T> {
  if (location.url !== undefined) return withCurrentRows(location, work);
  const copy = join(folder, 'rows.db');
  await copySqlite(join(location.dataDirectory, 'parley.db'), copy);
  return withFileRows(copy, work);
}

async function withFileRows<T>(file: string, work: (rows: RowSource) => Promise<T>): Promise<T> {
  const rows = SqliteRows.forReading(file);
  try {
    return await work(rows);
  } finally {
    rows.close();
  }
}
