// What a linkifier is made of, as adding and changing one take it.

import { list, text } from '../../contract/codec.ts';
import { optionally, required } from '../../contract/parameter.ts';

const MAX_TEMPLATE = 2000;
const MAX_EXAMPLE = 1000;
const MAX_ALTERNATIVES = 20;

export const linkifierParameters = {
  pattern: required(text({ maximum: 1000 }), 'The regular expression, with named groups: `#(?P<id>[0-9]+)`.'),
  url_template: required(text({ maximum: MAX_TEMPLATE }), 'RFC 6570, with the groups as variables.', {
    since: 176,
  }),
  example_input: optionally(text({ maximum: MAX_EXAMPLE }), 'A text that the pattern matches; empty: none.', {
    since: 471,
  }),
  reverse_template: optionally(
    text({ maximum: MAX_EXAMPLE }),
    'Makes the text from a link: `#{id}`, with `{{` and `}}` for braces; empty: none.',
    { since: 471 },
  ),
  alternative_url_templates: optionally(
    list(text({ maximum: MAX_TEMPLATE }), MAX_ALTERNATIVES),
    'Further addresses that lead back to the text.',
    { since: 478 },
  ),
};
