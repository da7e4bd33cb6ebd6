// Deletes export archives whose contents the organization may no longer keep.

import type { Keyring } from '../../model/accounts/credentials.ts';
import { exportFolder } from '../../model/exports/export-files.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { isPending, secretOf } from '../../stores/exports/export.ts';
import { exportsOf, updateExport } from '../../stores/exports/export-store.ts';
import { audit } from '../audit/audit.ts';
import { queueFileRemoval } from '../files/unreferenced-files.ts';
import { emitExports } from './export-events.ts';

/** Deletes every archive, and fails exports in progress, because they contain the earlier state. */
export async function withdrawExports(writer: Writer, keyring: Keyring): Promise<void> {
  let changes = 0;
  for (const row of await exportsOf(writer)) {
    const secret = secretOf(keyring, row);
    if (isPending(row)) {
      if (row.tries === 0) continue;
      await updateExport(writer, row.id, { failed_at: writer.now });
    } else {
      if (row.deleted_at !== null || row.failed_at !== null || secret === null) continue;
      await updateExport(writer, row.id, { deleted_at: writer.now });
      await queueFileRemoval(writer, [exportFolder(writer.organizationId, secret)]);
      await audit(writer, { kind: 'export_deleted' });
    }
    changes += 1;
  }
  if (changes > 0) await emitExports(writer, keyring);
}
