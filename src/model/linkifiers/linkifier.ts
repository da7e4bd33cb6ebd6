// A linkifier: a pattern whose matches in messages become links, and templates that turn such a link back into the text.

import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Row } from '../../storage/schema.ts';

/** The part of a linkifier that administrators enter. */
export interface LinkifierContent {
  /** A regular expression with named groups: `#(?P<id>[0-9]+)`. */
  readonly pattern: string;
  /** A URL template (RFC 6570) with the groups as variables. */
  readonly urlTemplate: string;
  /** A text that the pattern matches. */
  readonly exampleInput: string | null;
  /** A template that turns a link back into the text: `#{id}`, with `{{` and `}}` for literal braces. */
  readonly reverseTemplate: string | null;
  /** Further URLs that are turned back into the text. */
  readonly alternativeUrlTemplates: readonly string[];
}

export interface Linkifier extends LinkifierContent {
  readonly id: number;
}

export function linkifierOf(row: Row<'linkifier'>): Linkifier {
  return {
    id: row.id,
    pattern: row.pattern,
    urlTemplate: row.url_template,
    exampleInput: row.example_input,
    reverseTemplate: row.reverse_template,
    alternativeUrlTemplates: parseColumn(row.alternative_url_templates),
  };
}
