// The lease on an export. Making one takes minutes, and several servers look for pending exports. One server
// claims it and renews its lease while it works; if it dies, another server starts over.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { exportFolder } from '../../model/exports/export-files.ts';
import type { ComposedNotice } from '../../model/messages/message-content.ts';
import { isLastAttempt, retryPolicies } from '../../model/outbox/retry-policies.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { type ExportRow, isPending, secretOf } from '../../stores/exports/export.ts';
import { exportById, updateExport } from '../../stores/exports/export-store.ts';
import { sealColumn } from '../../stores/sealed-column.ts';
import { queueFileRemoval } from '../files/unreferenced-files.ts';
import { sendNotices } from '../messages/notices.ts';
import { emitExports } from './export-events.ts';

export const LEASE_SECONDS = 300;

/** One server's attempt at an export. */
export type Attempt = Pick<ExportRow, 'id' | 'tries'>;

/**
 * Claims an export. Returns undefined if another server has it or it is no longer pending. An export that
 * reached the limit of attempts is marked as failed: servers that crashed could not do so themselves.
 */
export async function claimExport(
  writer: Writer,
  keyring: Keyring,
  id: number,
): Promise<Attempt | undefined> {
  const row = await exportById(writer, id);
  if (!row || !isPending(row) || row.leased_until > writer.now) return undefined;
  if (isLastAttempt(retryPolicies.export, row.tries)) {
    await fail(writer, keyring, id);
    return undefined;
  }
  const tries = row.tries + 1;
  await updateExport(writer, id, { tries, leased_until: writer.now + LEASE_SECONDS });
  return { id, tries };
}

/** The export, if it is still pending and no later attempt has begun. */
async function currentExport(writer: Writer, { id, tries }: Attempt): Promise<ExportRow | undefined> {
  const row = await exportById(writer, id);
  return row && isCurrent(row, tries) ? row : undefined;
}

function isCurrent(row: ExportRow, tries: number): boolean {
  return isPending(row) && row.tries === tries;
}

/** Renews the lease; false when the export belongs to another attempt or is no longer pending. */
export async function renewLease(writer: Writer, attempt: Attempt): Promise<boolean> {
  if (!(await currentExport(writer, attempt))) return false;
  await updateExport(writer, attempt.id, { leased_until: writer.now + LEASE_SECONDS });
  return true;
}

/** Releases the export without counting the attempt: the server is stopping. */
export async function releaseExport(writer: Writer, attempt: Attempt): Promise<void> {
  if (!(await currentExport(writer, attempt))) return;
  await updateExport(writer, attempt.id, { tries: attempt.tries - 1, leased_until: 0 });
}

/**
 * Records the stored archive, and notifies the requester and the administrators. The archive of an outdated
 * attempt is removed.
 */
export async function completeExport(
  writer: Writer,
  keyring: Keyring,
  attempt: Attempt,
  { secret, notice }: { readonly secret: string; readonly notice: ComposedNotice },
): Promise<void> {
  const row = await currentExport(writer, attempt);
  if (!row) return queueFileRemoval(writer, [exportFolder(writer.organizationId, secret)]);
  await updateExport(writer, row.id, {
    completed_at: writer.now,
    secret: sealColumn(keyring, 'export-secret', secret),
  });
  await emitExports(writer, keyring);
  await sendNotices(writer, notice, [row.account_id]);
}

/**
 * Records a failed attempt: the last one fails the export, others allow the next one. The archive is removed,
 * unless the export was in fact completed with it.
 */
export async function recordExportFailure(
  writer: Writer,
  keyring: Keyring,
  attempt: Attempt,
  secret: string,
): Promise<void> {
  const row = await exportById(writer, attempt.id);
  if (row && secretOf(keyring, row) === secret) return;
  await queueFileRemoval(writer, [exportFolder(writer.organizationId, secret)]);
  if (!row || !isCurrent(row, attempt.tries)) return;
  if (!isLastAttempt(retryPolicies.export, row.tries))
    return updateExport(writer, row.id, { leased_until: 0 });
  await fail(writer, keyring, row.id);
}

async function fail(writer: Writer, keyring: Keyring, id: number): Promise<void> {
  await updateExport(writer, id, { failed_at: writer.now });
  await emitExports(writer, keyring);
}
