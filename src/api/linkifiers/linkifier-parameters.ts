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
    'The URL, as an RFC 6570 template with the groups as variables.',
    {
      since: 176,
    },
  ),
  example_input: optionally(
    text({ maximum: limits.linkifierExampleCodePoints }),
    'An example text that the pattern matches. Empty for none.',
    {
      since: 471,
    },
  ),
  reverse_template: optionally(
    text({ maximum: limits.linkifierExampleCodePoints }),
    'A template that turns a link back into text: `#{id}`, with `{{` and `}}` for braces. Empty for none.',
    { since: 471 },
  ),
  alternative_url_templates: optionally(
    list(text({ maximum: limits.webAddressCodePoints }), limits.linkifierAlternatives),
    'Additional URL templates that are turned back into the text.',
    { since: 478 },
  ),
};
