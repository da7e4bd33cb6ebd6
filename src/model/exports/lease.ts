// Making an export takes minutes, and several servers may look for what is to be made. One takes it for a while and
// goes on taking it as long as it works; if it dies, another begins anew.

import type { Writer } from '../../storage/session.ts';
import { doomFiles } from '../files/doomed.ts';
import { type ComposedNotice, sendNotices } from '../messages/notices.ts';
import { tellExports } from './events.ts';
import { type ExportRow, isPending } from './export.ts';
import { exportFolder } from './files.ts';
import { exportById, updateExport } from './store.ts';

export const LEASE_SECONDS = 300;
/** How often an export is begun before it has failed. */
const MAX_TRIES = 3;

/** Takes an export that nobody makes; false when somebody does, or when it is no longer to be made. */
export async function takeExport(writer: Writer, id: number): Promise<boolean> {
  const row = await exportById(writer, id);
  if (!row || !isPending(row) || row.leased_until > writer.now) return false;
  await updateExport(writer, id, { tries: row.tries + 1, leased_until: writer.now + LEASE_SECONDS });
  return true;
}

/** Goes on taking it. */
export async function keepLease(writer: Writer, id: number): Promise<void> {
  await updateExport(writer, id, { leased_until: writer.now + LEASE_SECONDS });
}

/** Leaves it to whoever comes next, as if this attempt had not been: the server stops. */
export async function leaveExport(writer: Writer, { id, tries }: ExportRow): Promise<void> {
  await updateExport(writer, id, { tries, leased_until: 0 });
}

/** The archive is kept: tells who asked, and the administrators. A second one is given up. */
export async function completeExport(
  writer: Writer,
  id: number,
  secret: string,
  notice: ComposedNotice,
): Promise<void> {
  const row = await exportById(writer, id);
  if (!row || !isPending(row)) return doomFiles(writer, [exportFolder(writer.organizationId, secret)]);
  await updateExport(writer, id, { completed_at: writer.now, secret });
  await tellExports(writer);
  await sendNotices(writer, notice, [row.account_id]);
}

/** An attempt went wrong: the last one fails the export, any other is followed by another. */
export async function noteFailure(writer: Writer, id: number): Promise<void> {
  const row = await exportById(writer, id);
  if (!row || !isPending(row)) return;
  if (row.tries < MAX_TRIES) return updateExport(writer, id, { leased_until: 0 });
  await updateExport(writer, id, { failed_at: writer.now });
  await tellExports(writer);
}
