// Making an export takes minutes, and several servers may look for what is to be made. One takes it for a while and
// goes on taking it as long as it works; if it dies, another begins anew.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { exportFolder } from '../../model/exports/files.ts';
import type { ComposedNotice } from '../../model/messages/content.ts';
import type { Writer } from '../../storage/session.ts';
import { type ExportRow, isPending, secretOf } from '../../stores/exports/export.ts';
import { exportById, updateExport } from '../../stores/exports/export-store.ts';
import { sealedColumn } from '../../stores/sealed-column.ts';
import { queueFileRemoval } from '../files/unreferenced-files.ts';
import { sendNotices } from '../messages/notices.ts';
import { tellExports } from './export-events.ts';

export const LEASE_SECONDS = 300;
/** How often an export is begun before it has failed. */
const MAX_TRIES = 3;

/** Which attempt at which export one server makes; whose it is. */
export type Attempt = Pick<ExportRow, 'id' | 'tries'>;

/**
 * Takes an export that nobody makes; undefined when somebody does, or when it is no longer to be made. One that was begun
 * often enough has failed: servers that died of it could not say so.
 */
export async function takeExport(writer: Writer, keyring: Keyring, id: number): Promise<Attempt | undefined> {
  const row = await exportById(writer, id);
  if (!row || !isPending(row) || row.leased_until > writer.now) return undefined;
  if (row.tries >= MAX_TRIES) {
    await fail(writer, keyring, id);
    return undefined;
  }
  const tries = row.tries + 1;
  await updateExport(writer, id, { tries, leased_until: writer.now + LEASE_SECONDS });
  return { id, tries };
}

/** The export, where it is still to be made and nobody else has begun it since. */
async function held(writer: Writer, { id, tries }: Attempt): Promise<ExportRow | undefined> {
  const row = await exportById(writer, id);
  return row && isHeld(row, tries) ? row : undefined;
}

function isHeld(row: ExportRow, tries: number): boolean {
  return isPending(row) && row.tries === tries;
}

/** Goes on taking it; false when it is another's, or no longer to be made. */
export async function keepLease(writer: Writer, attempt: Attempt): Promise<boolean> {
  if (!(await held(writer, attempt))) return false;
  await updateExport(writer, attempt.id, { leased_until: writer.now + LEASE_SECONDS });
  return true;
}

/** Leaves it to whoever comes next, as if this attempt had not been: the server stops. */
export async function leaveExport(writer: Writer, attempt: Attempt): Promise<void> {
  if (!(await held(writer, attempt))) return;
  await updateExport(writer, attempt.id, { tries: attempt.tries - 1, leased_until: 0 });
}

/** The archive is kept: tells who asked, and the administrators. A second one is given up. */
export async function completeExport(
  writer: Writer,
  keyring: Keyring,
  attempt: Attempt,
  { secret, notice }: { readonly secret: string; readonly notice: ComposedNotice },
): Promise<void> {
  const row = await held(writer, attempt);
  if (!row) return queueFileRemoval(writer, [exportFolder(writer.organizationId, secret)]);
  await updateExport(writer, row.id, {
    completed_at: writer.now,
    secret: sealedColumn(keyring, 'export-secret', secret),
  });
  await tellExports(writer, keyring);
  await sendNotices(writer, notice, [row.account_id]);
}

/**
 * An attempt went wrong: the last one fails the export, any other is followed by another. Its archive goes, but for one
 * whose export is complete although that was not known.
 */
export async function noteFailure(
  writer: Writer,
  keyring: Keyring,
  attempt: Attempt,
  secret: string,
): Promise<void> {
  const row = await exportById(writer, attempt.id);
  if (row && secretOf(keyring, row) === secret) return;
  await queueFileRemoval(writer, [exportFolder(writer.organizationId, secret)]);
  if (!row || !isHeld(row, attempt.tries)) return;
  if (row.tries < MAX_TRIES) return updateExport(writer, row.id, { leased_until: 0 });
  await fail(writer, keyring, row.id);
}

async function fail(writer: Writer, keyring: Keyring, id: number): Promise<void> {
  await updateExport(writer, id, { failed_at: writer.now });
  await tellExports(writer, keyring);
}
