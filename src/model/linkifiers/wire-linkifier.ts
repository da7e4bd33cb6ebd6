// A linkifier in its wire form.

import { anyText, type Decoded, id, list, nullable, record } from '../../api-contract/codec.ts';
import type { Linkifier } from './linkifier.ts';

export const linkifierSchema = record({
  id,
  pattern: anyText,
  url_template: anyText,
  example_input: nullable(anyText),
  reverse_template: nullable(anyText),
  alternative_url_templates: list(anyText),
});

export type WireLinkifier = Decoded<typeof linkifierSchema>;

export function wireLinkifier(linkifier: Linkifier): WireLinkifier {
  return {
    id: linkifier.id,
    pattern: linkifier.pattern,
    url_template: linkifier.urlTemplate,
    example_input: linkifier.exampleInput,
    reverse_template: linkifier.reverseTemplate,
    alternative_url_templates: [...linkifier.alternativeUrlTemplates],
  };
}
