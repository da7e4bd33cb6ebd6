// Until when no file is removed, though nothing names it any longer: a backup that runs copies the files of the rows that it
// has read. Each says so for itself, again and again, so that nobody waits for one that was killed, and one that ends lets
// nothing go that another still holds.

import { randomUUID } from 'node:crypto';
import type { Reader, Writer } from '../../storage/session.ts';

/** Of the whole deployment: no organization has this number. */
const EVERYBODY = 0;
const HELD = 'files-held:';
const HOLD_SECONDS = 900;

/** What one who holds files is known by. */
export type FileHold = `${typeof HELD}${string}`;

/** A new one. */
export function newFileHold(): FileHold {
  return `${HELD}${randomUUID()}`;
}

/** Holds all files from now on, for a while; forgets those who did so and were killed. */
export async function holdFiles(writer: Writer, hold: FileHold): Promise<void> {
  const until = writer.now + HOLD_SECONDS;
  await writer.db
    .deleteFrom('job_mark')
    .where('organization_id', '=', EVERYBODY)
    .where('job', 'like', `${HELD}%`)
    .where('done_until', '<=', writer.now)
    .execute();
  await writer.db
    .insertInto('job_mark')
    .values({ organization_id: EVERYBODY, job: hold, done_until: until })
    .onConflict((conflict) => conflict.columns(['organization_id', 'job']).doUpdateSet({ done_until: until }))
    .execute();
}

/** Lets files go again, as far as one who held them goes. */
export async function letFilesGo(writer: Writer, hold: FileHold): Promise<void> {
  await writer.db
    .deleteFrom('job_mark')
    .where('organization_id', '=', EVERYBODY)
    .where('job', '=', hold)
    .execute();
}

/** The holds of a moment, in seconds. */
function holdsAt(reader: Reader, now: number) {
  return reader.db
    .selectFrom('job_mark')
    .select('job')
    .where('organization_id', '=', EVERYBODY)
    .where('done_until', '>', Math.floor(now));
}

/** Whether somebody holds the files at a moment, in seconds. */
export async function areFilesHeld(reader: Reader, now: number): Promise<boolean> {
  const row = await holdsAt(reader, now).where('job', 'like', `${HELD}%`).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether one who began to hold files does so at a moment, in seconds. */
export async function isStillHeld(reader: Reader, now: number, hold: FileHold): Promise<boolean> {
  const row = await holdsAt(reader, now).where('job', '=', hold).executeTakeFirst();
  return row !== undefined;
}
