// Work that a job does portion by portion in some organizations.

import type { Writer } from '../storage/session.ts';
import type { JobServices } from './job.ts';

/**
 * Does portions, each a unit of work, until each organization has none left or the job is stopped.
 * @param portion does the next one; gives whether more remains
 * @throws the first failure of an organization, once all others were seen to
 */
export async function inEachOrganization(
  database: JobServices['database'],
  organizationIds: readonly number[],
  portion: (writer: Writer) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const organizationId of organizationIds) {
    try {
      let remains = true;
      while (remains && !signal.aborted) remains = await database.write(organizationId, portion);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
