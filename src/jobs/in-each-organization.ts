// Runs a job's work in portions in some organizations.

import type { Writer } from '../storage/reader-writer.ts';
import type { JobServices } from './job.ts';

/**
 * Runs portions, each a unit of work, until every organization is done or the job is stopped.
 * @param portion processes the next one; returns whether more remains
 * @throws the first failure, after all other organizations were processed
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
