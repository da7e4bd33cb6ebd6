// Which import a command is about that comes after it: the one with a host, or the only one.

import { badRequest } from '../api-contract/error.ts';
import type { ImportRow } from '../stores/imports/import-store.ts';

/** Refuses where that is none, which `none` says, or not one alone. `host` undefined: there is only one import. */
export function chosenImport(rows: readonly ImportRow[], host: string | undefined, none: string): ImportRow {
  const fitting = rows.filter((row) => host === undefined || row.host === host);
  const [only] = fitting;
  if (fitting.length === 1 && only) return only;
  if (fitting.length === 0) throw badRequest(none);
  throw badRequest(
    `There are several imports: name one with --host. There are: ${rows.map((row) => row.host || '""').join(', ')}.`,
  );
}
