// Selects the import that a follow-up command refers to: the one with the given host, or the only one.

import { badRequest } from '../api-contract/error.ts';
import type { ImportRow } from '../stores/imports/import-store.ts';

/**
 * @throws BAD_REQUEST with the text `none` if no import matches, or if several do. `host` may be undefined if there
 * is only one.
 */
export function selectImport(rows: readonly ImportRow[], host: string | undefined, none: string): ImportRow {
  const matches = rows.filter((row) => host === undefined || row.host === host);
  const [only] = matches;
  if (matches.length === 1 && only) return only;
  if (matches.length === 0) throw badRequest(none);
  throw badRequest(
    `There are several imports. Choose one with --host: ${rows.map((row) => row.host || '""').join(', ')}.`,
  );
}
