// The progress of an organization's weekly digests: when the run began, the last account done, and one
// server's lease. Every step updates it in a unit of work, so no account gets two digests, however many
// servers try.

import { DAY } from '../../api-contract/time.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { jobDoneUntil, recordJobDone } from '../job-marks/job-mark-store.ts';

/** Above every account id: all accounts are done. */
const ALL_ACCOUNTS = Number.MAX_SAFE_INTEGER;
/** How long a server has the lease after each part of a run. */
const LEASE_SECONDS = 600;
/** An unfinished run is abandoned after this time, until the next week. */
const LONGEST_SECONDS = DAY;
/**
 * The least time between runs: a run on the same weekday comes a week later, and changing the weekday does
 * not make it earlier.
 */
const WEEK_SECONDS = 7 * DAY;

/** The state from which a run continues. */
export interface DigestRun {
  /** The last account done. */
  readonly after: number;
}

/** The stored progress of the newest run. */
async function readRun(reader: Reader) {
  return {
    begun: await jobDoneUntil(reader, 'digest'),
    after: (await jobDoneUntil(reader, 'digest-people')) ?? 0,
    leasedUntil: (await jobDoneUntil(reader, 'digest-lease')) ?? 0,
  };
}

/**
 * Whether a run may begin at its time, or a started one is to be continued. Only a hint: a unit of work
 * checks again.
 */
export async function isDigestDue(reader: Reader, moment: number | undefined, now: number): Promise<boolean> {
  const { begun, after, leasedUntil } = await readRun(reader);
  if (begun !== undefined && after !== ALL_ACCOUNTS && now - begun < LONGEST_SECONDS)
    return leasedUntil <= now;
  return moment !== undefined && (begun === undefined || moment - begun >= WEEK_SECONDS);
}

/**
 * Leases the run of a time, or a started one that no server has.
 * @param moment when today's run began, in seconds; undefined if there is none today
 */
export async function leaseDigestRun(
  writer: Writer,
  moment: number | undefined,
  now: number,
): Promise<DigestRun | undefined> {
  if (!(await isDigestDue(writer, moment, now))) return undefined;
  const { begun, after } = await readRun(writer);
  const continues = begun !== undefined && after !== ALL_ACCOUNTS && now - begun < LONGEST_SECONDS;
  if (!continues && moment !== undefined) {
    await recordJobDone(writer, 'digest', moment);
    await recordJobDone(writer, 'digest-people', 0);
  }
  await recordJobDone(writer, 'digest-lease', now + LEASE_SECONDS);
  return { after: continues ? after : 0 };
}

/**
 * Records the last account done, in the unit that sends the digests; false if another server has continued
 * the run.
 */
export async function recordDigestProgress(
  writer: Writer,
  run: DigestRun,
  through: number | undefined,
  now: number,
): Promise<boolean> {
  const { after } = await readRun(writer);
  if (after !== run.after) return false;
  await recordJobDone(writer, 'digest-people', through ?? ALL_ACCOUNTS);
  await recordJobDone(writer, 'digest-lease', now + LEASE_SECONDS);
  return true;
}

/** Releases the lease, so that any server can continue the run. */
export async function releaseDigestRun(writer: Writer, now: number): Promise<void> {
  await recordJobDone(writer, 'digest-lease', now);
}
