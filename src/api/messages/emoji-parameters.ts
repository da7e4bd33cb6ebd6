// The parameters that identify an emoji: by name, or by namespace and code, which do not change when names do.

import { oneOf, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { ReactionType } from '../../stores/emoji/emoji-reference.ts';

export const emojiName = text({ minimum: 1, maximum: limits.emojiNameCodePoints });

export const emojiCodeParameters = {
  emoji_code: optionally(
    text({ maximum: limits.emojiCodeCodePoints }),
    'The code of the emoji in its namespace.',
  ),
  reaction_type: optionally(
    oneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji'),
    'The namespace of the emoji. Defaults to that of the name.',
  ),
} as const;

/** The stored name of the namespace, which has two spellings. */
export function reactionTypeOf(
  sent: ReactionType | 'service_extra_emoji' | undefined,
): ReactionType | undefined {
  return sent === 'service_extra_emoji' ? 'zulip_extra_emoji' : sent;
}
