// The parameters with which requests set a status. Clients that remove an emoji may send its parts empty.

import type { SentStatus } from '../../actions/statuses/change-status.ts';
import { oneOf, shortText, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { reactionTypeOf } from '../messages/emoji-parameters.ts';

export const statusParameters = {
  status_text: optionally(
    text({ maximum: limits.statusCodePoints }),
    'The text. An empty string removes it.',
  ),
  emoji_name: optionally(shortText, 'The name of the emoji. An empty string removes it.', { since: 86 }),
  emoji_code: optionally(
    text({ maximum: limits.emojiCodeCodePoints }),
    'The code of the emoji in its namespace. Empty if there is none.',
    { since: 86 },
  ),
  reaction_type: optionally(
    oneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji', ''),
    'The namespace of the emoji. Defaults to that of the name. Empty if there is no emoji.',
    { since: 86 },
  ),
};

type Sent = Omit<SentStatus, 'reaction_type'> & {
  readonly reaction_type: Parameters<typeof reactionTypeOf>[0] | '';
};

/**
 * The parts that were sent, with the stored name of the namespace. Clients that remove an emoji send all its
 * parts empty; an empty code or namespace counts as not sent.
 */
export function statusInRequest({ status_text, emoji_name, emoji_code, reaction_type }: Sent): SentStatus {
  return {
    status_text,
    emoji_name,
    emoji_code: emoji_code || undefined,
    reaction_type: reactionTypeOf(reaction_type || undefined),
  };
}
