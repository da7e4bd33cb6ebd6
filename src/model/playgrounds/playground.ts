// A code playground: a website that can run the code blocks of a language.

import { anyText, type Decoded, id, record } from '../../api-contract/codec.ts';
import type { Row } from '../../storage/schema.ts';
import type { PlaygroundContent } from './playground-rules.ts';

export interface Playground extends PlaygroundContent {
  readonly id: number;
}

export function playgroundOf(row: Row<'playground'>): Playground {
  return { id: row.id, name: row.name, language: row.language, urlTemplate: row.url_template };
}

export const playgroundSchema = record({
  id,
  name: anyText,
  pygments_language: anyText,
  url_template: anyText,
});

export type WirePlayground = Decoded<typeof playgroundSchema>;

export function wirePlayground(playground: Playground): WirePlayground {
  return {
    id: playground.id,
    name: playground.name,
    pygments_language: playground.language,
    url_template: playground.urlTemplate,
  };
}
