// Makes a database fail to save units of work for a while, without touching the database.

import { storageUnavailable } from '../../src/api-contract/error.ts';
import type { Unit } from '../../src/storage/unit.ts';
import type { TestServer } from './server.ts';

/** Runs an action whose first units of work are saved; the others fail as with a failed commit. */
export async function withFailingCommits<T>(
  { server }: TestServer,
  saved: number,
  action: () => Promise<T>,
): Promise<T> {
  const { database } = server.services;
  const original = database.write;
  const write = original.bind(database);
  let count = 0;
  database.write = <U>(organizationId: number, unit: Unit<U>) => {
    count += 1;
    return count > saved ? Promise.reject(storageUnavailable()) : write(organizationId, unit);
  };
  try {
    return await action();
  } finally {
    database.write = original;
  }
}
