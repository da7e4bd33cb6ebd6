// When the last backup was made, which monitoring reports. Servers and commands share it through the database.

import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** The whole deployment; no organization has this id. */
const DEPLOYMENT = 0;
const JOB = 'backup';

/** Records that a complete backup has the data of a time, in seconds. */
export async function recordBackup(writer: Writer, madeAt: number): Promise<void> {
  await writer.db
    .insertInto('job_mark')
    .values({ organization_id: DEPLOYMENT, job: JOB, done_until: madeAt })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'job']).doUpdateSet({ done_until: madeAt }),
    )
    .execute();
}

/** The time of the data of the last complete backup, in seconds; 0 if none was ever made. */
export async function lastBackupAt(reader: Reader): Promise<number> {
  const row = await reader.db
    .selectFrom('job_mark')
    .select('done_until')
    .where('organization_id', '=', DEPLOYMENT)
    .where('job', '=', JOB)
    .executeTakeFirst();
  return row?.done_until ?? 0;
}
