// Until when no file is removed, though nothing names it any longer: a backup that runs copies the files of the rows that it
// has read. Whoever holds them says so again and again, so that nobody waits for one that was killed.

import type { Reader, Writer } from '../../storage/session.ts';

/** Of the whole deployment: no organization has this number. */
const EVERYBODY = 0;
const HELD = 'files-held';
const HOLD_SECONDS = 900;

/** Holds all files from now on, for a while. */
export async function holdFiles(writer: Writer): Promise<void> {
  const until = writer.now + HOLD_SECONDS;
  await writer.db
    .insertInto('job_mark')
    .values({ organization_id: EVERYBODY, job: HELD, done_until: until })
    .onConflict((conflict) => conflict.columns(['organization_id', 'job']).doUpdateSet({ done_until: until }))
    .execute();
}

/** Lets files go again. */
export async function letFilesGo(writer: Writer): Promise<void> {
  await writer.db
    .deleteFrom('job_mark')
    .where('organization_id', '=', EVERYBODY)
    .where('job', '=', HELD)
    .execute();
}

/** Whether somebody holds the files at a moment, in seconds. */
export async function areFilesHeld(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('job_mark')
    .select('done_until')
    .where('organization_id', '=', EVERYBODY)
    .where('job', '=', HELD)
    .executeTakeFirst();
  return row !== undefined && row.done_until > now;
}
