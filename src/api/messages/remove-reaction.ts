// DELETE /messages/{message_id}/reactions: removes one of the caller's reactions.

import { removeReaction as removeReactionFrom } from '../../actions/messages/reactions.ts';
import { id } from '../../api-contract/codec.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { emojiCodeParameters, emojiName, reactionTypeOf } from './emoji-parameters.ts';

export const removeReaction = writeOperation({
  name: 'remove-reaction',
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  summary: 'Remove a reaction from a message.',
  access: 'account',
  errors: ['REACTION_DOES_NOT_EXIST'],
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    emoji_name: optionally(emojiName, 'The name of the emoji. Required if no code is sent.'),
    ...emojiCodeParameters,
  },
  result: {},
  async handle(context, values) {
    await context.write((writer) =>
      removeReactionFrom(writer, context.actor.account.id, values.message_id, {
        name: values.emoji_name,
        code: values.emoji_code,
        type: reactionTypeOf(values.reaction_type),
      }),
    );
    return {};
  },
});
