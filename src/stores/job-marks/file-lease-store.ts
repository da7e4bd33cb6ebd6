// Leases that prevent the removal of files that no row names any longer, because a running backup copies the files of
// the rows that it has read. Each backup renews its own lease. If it is killed, the lease soon expires; if it ends, it
// does not release the lease of another backup.

import { randomUUID } from 'node:crypto';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** The whole deployment; no organization has this id. */
const DEPLOYMENT = 0;
const PREFIX = 'files-held:';
const LEASE_SECONDS = 900;

/** The name of one lease. */
export type FileLease = `${typeof PREFIX}${string}`;

export function newFileLease(): FileLease {
  return `${PREFIX}${randomUUID()}`;
}

/** Acquires or renews a lease on all files, and deletes expired leases. */
export async function leaseFiles(writer: Writer, lease: FileLease): Promise<void> {
  const until = writer.now + LEASE_SECONDS;
  await writer.db
    .deleteFrom('job_mark')
    .where('organization_id', '=', DEPLOYMENT)
    .where('job', 'like', `${PREFIX}%`)
    .where('done_until', '<=', writer.now)
    .execute();
  await writer.db
    .insertInto('job_mark')
    .values({ organization_id: DEPLOYMENT, job: lease, done_until: until })
    .onConflict((conflict) => conflict.columns(['organization_id', 'job']).doUpdateSet({ done_until: until }))
    .execute();
}

/** Releases one lease. */
export async function releaseFiles(writer: Writer, lease: FileLease): Promise<void> {
  await writer.db
    .deleteFrom('job_mark')
    .where('organization_id', '=', DEPLOYMENT)
    .where('job', '=', lease)
    .execute();
}

/** The leases that are valid at a time in seconds. */
function leasesAt(reader: Reader, now: number) {
  return reader.db
    .selectFrom('job_mark')
    .select('job')
    .where('organization_id', '=', DEPLOYMENT)
    .where('done_until', '>', Math.floor(now));
}

/** Whether any lease is valid at a time in seconds. */
export async function areFilesLeased(reader: Reader, now: number): Promise<boolean> {
  const row = await leasesAt(reader, now).where('job', 'like', `${PREFIX}%`).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether a lease is still valid at a time in seconds. */
export async function isLeaseValid(reader: Reader, now: number, lease: FileLease): Promise<boolean> {
  const row = await leasesAt(reader, now).where('job', '=', lease).executeTakeFirst();
  return row !== undefined;
}
