// What administrators are told of exports: all of them as they are now.

import type { NewEvent } from '../../contract/event.ts';
import type { Writer } from '../../storage/session.ts';
import { administratorIds } from '../accounts/administrators.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { wireExport } from './export.ts';
import { exportsOf } from './store.ts';

/** The type of the entry that brings the job; `realm_export` to clients. */
export const EXPORTS_CHANGED = 'realm_export';

function exportsChanged(payload: NewEvent['payload'], ids: readonly number[]): NewEvent {
  return { type: EXPORTS_CHANGED, audience: { kind: 'accounts', ids }, payload };
}

/** Tells the administrators what the exports are after a change. */
export async function tellExports(writer: Writer, keyring: Keyring): Promise<void> {
  const exports = (await exportsOf(writer)).map((row) => wireExport(keyring, row));
  writer.emit(exportsChanged({ exports }, await administratorIds(writer)));
}
