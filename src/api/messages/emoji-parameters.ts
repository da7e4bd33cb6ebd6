// How requests name an emoji: by its name, or by namespace and code, which stay when names change.

import { oneOf, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import type { ReactionType } from '../../stores/emoji/emoji-reference.ts';

export const emojiName = text({ minimum: 1, maximum: limits.emojiNameCodePoints });

export const emojiCodeParameters = {
  emoji_code: optionally(text({ maximum: limits.emojiCodeCodePoints }), "The emoji's code in its namespace."),
  reaction_type: optionally(
    oneOf('unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji'),
    'The namespace; by default that of the name.',
  ),
} as const;

/** The namespace by the one word that is stored for it. */
export function reactionTypeOf(
  named: ReactionType | 'service_extra_emoji' | undefined,
): ReactionType | undefined {
  return named === 'service_extra_emoji' ? 'zulip_extra_emoji' : named;
}
