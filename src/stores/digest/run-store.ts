// How far the week's digests of an organization have come: when they began, up to whom they went, and until when one server
// has them. Every step changes it in a unit of work, so that nobody is told twice, however many servers try.

import { DAY } from '../../api-contract/time.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { jobDoneUntil, noteJobDone } from '../job-marks/job-mark-store.ts';

/** Beyond every account: everybody was looked at. */
const EVERYBODY = Number.MAX_SAFE_INTEGER;
/** For so long after each part of its people a run is this server's to go on with. */
const LEASE_SECONDS = 600;
/** What could not be finished by then is left: the next week comes. */
const LONGEST_SECONDS = DAY;
/** A run of the same weekday is as long after the one before; a weekday that was changed comes no sooner. */
const WEEK_SECONDS = 7 * DAY;

/** When and where a run is gone on with. */
export interface DigestRun {
  /** Accounts up to this one were looked at. */
  readonly after: number;
}

/** What stands noted of the newest run. */
async function noted(reader: Reader) {
  return {
    begun: await jobDoneUntil(reader, 'digest'),
    after: (await jobDoneUntil(reader, 'digest-people')) ?? 0,
    heldUntil: (await jobDoneUntil(reader, 'digest-lease')) ?? 0,
  };
}

/** Whether a run may begin at its moment, or one that has begun is to be gone on with; what a unit of work finds holds. */
export async function isDigestDue(reader: Reader, moment: number | undefined, now: number): Promise<boolean> {
  const { begun, after, heldUntil } = await noted(reader);
  if (begun !== undefined && after !== EVERYBODY && now - begun < LONGEST_SECONDS) return heldUntil <= now;
  return moment !== undefined && (begun === undefined || moment - begun >= WEEK_SECONDS);
}

/**
 * Takes up the run of a moment, or one that has begun and is nobody's.
 * @param moment when the run of today began, in seconds; undefined: today is none
 */
export async function takeUpDigest(
  writer: Writer,
  moment: number | undefined,
  now: number,
): Promise<DigestRun | undefined> {
  if (!(await isDigestDue(writer, moment, now))) return undefined;
  const { begun, after } = await noted(writer);
  const goesOn = begun !== undefined && after !== EVERYBODY && now - begun < LONGEST_SECONDS;
  if (!goesOn && moment !== undefined) {
    await noteJobDone(writer, 'digest', moment);
    await noteJobDone(writer, 'digest-people', 0);
  }
  await noteJobDone(writer, 'digest-lease', now + LEASE_SECONDS);
  return { after: goesOn ? after : 0 };
}

/** Notes up to whom a run has come, in the unit that tells them; false where another server has gone on with it. */
export async function noteDigestedUntil(
  writer: Writer,
  run: DigestRun,
  through: number | undefined,
  now: number,
): Promise<boolean> {
  const { after } = await noted(writer);
  if (after !== run.after) return false;
  await noteJobDone(writer, 'digest-people', through ?? EVERYBODY);
  await noteJobDone(writer, 'digest-lease', now + LEASE_SECONDS);
  return true;
}

/** Lets a run go, for whoever goes on with it next. */
export async function letDigestGo(writer: Writer, now: number): Promise<void> {
  await noteJobDone(writer, 'digest-lease', now);
}
