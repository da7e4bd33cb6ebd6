// A code playground: where the code blocks of a language can be run.

import type { Selectable } from 'kysely';
import { anyText, type Decoded, id, record } from '../../api-contract/codec.ts';
import type { PlaygroundTable } from '../../storage/schema.ts';
import type { PlaygroundContent } from './playground-rules.ts';

export interface Playground extends PlaygroundContent {
  readonly id: number;
}

/** A playground from its row. */
export function playgroundOf(row: Selectable<PlaygroundTable>): Playground {
  return { id: row.id, name: row.name, language: row.language, urlTemplate: row.url_template };
}

/** A playground as clients read it. */
export const playgroundShape = record({
  id,
  name: anyText,
  pygments_language: anyText,
  url_template: anyText,
});

export type WirePlayground = Decoded<typeof playgroundShape>;

/** The playground as clients read it. */
export function wirePlayground(playground: Playground): WirePlayground {
  return {
    id: playground.id,
    name: playground.name,
    pygments_language: playground.language,
    url_template: playground.urlTemplate,
  };
}
