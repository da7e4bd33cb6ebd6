// The report at the end of an import.

import type { Note } from './notes.ts';

/** The objects that were imported, or would be. */
export interface ImportReport {
  readonly format: string;
  readonly name: string;
  /** The id of the new organization; undefined for a check without an import. */
  readonly organizationId: number | undefined;
  readonly came: Readonly<Record<string, number>>;
  readonly missing: readonly Note[];
  /** Kinds of objects whose ids differ from those in the archive. */
  readonly renumbered: readonly string[];
}
