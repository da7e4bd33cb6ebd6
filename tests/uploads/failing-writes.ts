// Lets one write of an organization fail in each way in which a commit can.

import type { TestContext } from 'node:test';
import type { Services } from '../../src/api/services.ts';
import { badRequest, storageUnavailable } from '../../src/api-contract/error.ts';
import type { Reader } from '../../src/storage/reader-writer.ts';
import type { Unit } from '../../src/storage/unit.ts';

/**
 * How a write fails: committed all the same, rolled back with its group, rolled back since the disk is full (the
 * only one of the three after which the caller knows that nothing was changed), or refused by its own unit.
 */
export type WriteFailure = 'committed' | 'lost' | 'full' | 'refused';

/** Whether a row is there, for readers in or outside a unit. */
export type Condition = (reader: Reader) => Promise<boolean>;

/**
 * Makes one write of the organization fail, the first that changes a condition; returns the files removed since then.
 * Other writes pass, such as those of jobs.
 */
export function failOneWrite(
  { mock }: TestContext,
  { database, fileStore }: Services,
  failure: WriteFailure,
  isThere: Condition,
): { readonly removed: readonly string[]; hasFailed(): boolean } {
  const removedPaths: string[] = [];
  const { write } = database;
  const { remove } = fileStore;
  const cause = Object.assign(new Error('The commit failed.'), {
    code: failure === 'full' ? 'SQLITE_FULL' : 'EIO',
  });
  let hasFailed = false;
  mock.method(fileStore, 'remove', async (path: string) => {
    removedPaths.push(path);
    await remove.call(fileStore, path);
  });
  mock.method(database, 'write', async <T>(organizationId: number, unit: Unit<T>) => {
    if (hasFailed) return write.call(database, organizationId, unit as Unit<unknown>);
    const before = await isThere(database.reader(1));
    const changes = async (reader: Reader) => !hasFailed && before !== (await isThere(reader));
    try {
      const result = await write.call(database, organizationId, async (writer) => {
        const value = await unit(writer);
        if (failure === 'committed' || !(await changes(writer))) return value;
        hasFailed = true;
        throw failure === 'refused' ? badRequest('Refused by the test.') : cause;
      });
      if (failure !== 'committed' || !(await changes(database.reader(1)))) return result;
    } catch (error) {
      throw error === cause ? storageUnavailable(cause) : error;
    }
    hasFailed = true;
    throw storageUnavailable(cause);
  });
  return { removed: removedPaths, hasFailed: () => hasFailed };
}

/** Whether a query of the organization's tables finds a row. */
export const has =
  (query: string): Condition =>
  async (reader) =>
    (await reader.execute(query, [])).length > 0;
