// The parameters of a linkifier, for adding and changing one.

import { list, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';

export const linkifierParameters = {
  pattern: required(
    text({ maximum: limits.linkifierPatternCodePoints }),
    'The regular expression, with named groups: `#(?P<id>[0-9]+)`.',
  ),
  url_template: required(
    text({ maximum: limits.webAddressCodePoints }),
    'RFC 6570, with the groups as variables.',
    {
      since: 176,
    },
  ),
  example_input: optionally(
    text({ maximum: limits.linkifierExampleCodePoints }),
    'A text that the pattern matches; empty: none.',
    {
      since: 471,
    },
  ),
  reverse_template: optionally(
    text({ maximum: limits.linkifierExampleCodePoints }),
    'Makes the text from a link: `#{id}`, with `{{` and `}}` for braces; empty: none.',
    { since: 471 },
  ),
  alternative_url_templates: optionally(
    list(text({ maximum: limits.webAddressCodePoints }), limits.linkifierAlternatives),
    'Further addresses that lead back to the text.',
    { since: 478 },
  ),
};
