// POST /messages/{message_id}/reactions: reacts to a message with an emoji.

import { addReaction as addReactionTo } from '../../actions/messages/reactions.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { emojiCodeParameters, emojiName, reactionTypeOf } from './emoji-parameters.ts';

export const addReaction = writeOperation({
  name: 'add-reaction',
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  summary: 'Add a reaction to a message.',
  access: 'account',
  errors: ['REACTION_ALREADY_EXISTS'],
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    emoji_name: required(emojiName, 'The name of the emoji.'),
    ...emojiCodeParameters,
  },
  result: {},
  async handle(context, values) {
    await context.write((writer) =>
      addReactionTo(writer, context.actor.account.id, values.message_id, {
        name: values.emoji_name,
        code: values.emoji_code,
        type: reactionTypeOf(values.reaction_type),
      }),
    );
    return {};
  },
});
