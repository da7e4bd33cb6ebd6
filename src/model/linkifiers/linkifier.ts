// A linkifier: a pattern whose matches in messages become links, and the way back from such a link to the text.

import type { Selectable } from 'kysely';
import type { LinkifierTable } from '../../storage/schema.ts';

/** What an administrator writes. */
export interface LinkifierContent {
  /** A regular expression with named groups, `#(?P<id>[0-9]+)`. */
  readonly pattern: string;
  /** RFC 6570, with the groups as variables. */
  readonly urlTemplate: string;
  /** A text that the pattern matches. */
  readonly exampleInput: string | null;
  /** Makes the text from a link: `#{id}`, with `{{` and `}}` for braces. */
  readonly reverseTemplate: string | null;
  /** Further addresses that lead back to the text. */
  readonly alternativeUrlTemplates: readonly string[];
}

export interface Linkifier extends LinkifierContent {
  readonly id: number;
}

/** The linkifier of a row. */
export function linkifierOf(row: Selectable<LinkifierTable>): Linkifier {
  return {
    id: row.id,
    pattern: row.pattern,
    urlTemplate: row.url_template,
    exampleInput: row.example_input,
    reverseTemplate: row.reverse_template,
    alternativeUrlTemplates: JSON.parse(row.alternative_url_templates),
  };
}
