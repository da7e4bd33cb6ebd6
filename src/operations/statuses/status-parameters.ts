// The parts of a status that can be sent.

import { text } from '../../contract/codec.ts';
import { limits } from '../../contract/limits.ts';
import { optionally } from '../../contract/parameter.ts';
import type { SentStatus } from '../../model/statuses/change-status.ts';
import { emojiCodeParameters, reactionTypeOf } from '../messages/emoji-parameters.ts';

export const statusParameters = {
  status_text: optionally(
    text({ maximum: limits.statusCodePoints }),
    'The text; the empty text takes it away.',
  ),
  emoji_name: optionally(text(), 'The name of the emoji; the empty text takes it away.', { since: 86 }),
  ...emojiCodeParameters,
};

type Sent = Omit<SentStatus, 'reaction_type'> & {
  readonly reaction_type: Parameters<typeof reactionTypeOf>[0];
};

/** The parts that were sent, the namespace by the word that is stored for it. */
export function sentStatus({ status_text, emoji_name, emoji_code, reaction_type }: Sent): SentStatus {
  return { status_text, emoji_name, emoji_code, reaction_type: reactionTypeOf(reaction_type) };
}
