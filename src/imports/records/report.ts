// What an import tells at its end.

import type { Note } from './notes.ts';

/** What an import has brought, or would bring. */
export interface ImportReport {
  readonly format: string;
  readonly name: string;
  /** Undefined where it was only tried. */
  readonly organizationId: number | undefined;
  readonly came: Readonly<Record<string, number>>;
  readonly missing: readonly Note[];
  /** Kinds whose ids are others than in the archive. */
  readonly renumbered: readonly string[];
}
