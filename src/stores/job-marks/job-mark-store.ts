// The time up to which recurring jobs have done their work for an organization. Ensures that nothing is done
// twice or skipped, whichever server runs the job and however long none ran.

import type { Reader, Writer } from '../../storage/reader-writer.ts';

export type JobName =
  | 'full-members'
  | 'missed-mail'
  | 'missed-mail-people'
  | 'digest'
  | 'digest-people'
  | 'digest-lease'
  | 'directory-sync-told';

/** Undefined if the job never ran for the organization. */
export async function jobDoneUntil(reader: Reader, job: JobName): Promise<number | undefined> {
  const row = await reader.db
    .selectFrom('job_mark')
    .select('done_until')
    .where('organization_id', '=', reader.organizationId)
    .where('job', '=', job)
    .executeTakeFirst();
  return row?.done_until;
}

/** Records the time, in seconds, up to which a job's work is done. */
export async function recordJobDone(writer: Writer, job: JobName, until: number): Promise<void> {
  await writer.db
    .insertInto('job_mark')
    .values({ organization_id: writer.organizationId, job, done_until: until })
    .onConflict((conflict) => conflict.columns(['organization_id', 'job']).doUpdateSet({ done_until: until }))
    .execute();
}
