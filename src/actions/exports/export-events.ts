// The event that administrators receive about exports; it always holds the complete list.

import { newEvent } from '../../api-contract/event-declaration.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { exportsEvent } from '../../model/exports/export-schema.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { administratorIds } from '../../stores/accounts/administrators.ts';
import { wireExport } from '../../stores/exports/export.ts';
import { exportsOf } from '../../stores/exports/export-store.ts';
import { sealColumn } from '../../stores/sealed-column.ts';

/** The type of the entry that also wakes the export job; clients know it as `realm_export`. */
export const EXPORTS_CHANGED = exportsEvent.type;

/** Emits the list of exports to administrators. The log stores the addresses of archives sealed. */
export async function emitExports(writer: Writer, keyring: Keyring): Promise<void> {
  const exports = (await exportsOf(writer)).map((row) => {
    const wire = wireExport(keyring, row);
    const { export_url: url } = wire;
    return url === null ? wire : { ...wire, export_url: sealColumn(keyring, 'export-secret', url) };
  });
  const audience = { kind: 'accounts', ids: await administratorIds(writer) } as const;
  writer.emit(newEvent(exportsEvent, { exports }, { audience }));
}
