// DELETE /messages/{message_id}: deletes a message permanently.

import { deleteOneMessage } from '../../actions/messages/delete.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const deleteMessage = writeOperation({
  name: 'delete-message',
  method: 'DELETE',
  path: '/messages/{message_id}',
  summary: 'Permanently delete a message.',
  access: 'account',
  parameters: { message_id: required(id, 'The ID of the message.') },
  result: {},
  async handle(context, { message_id }) {
    await context.write((writer) => deleteOneMessage(writer, context.actor.account.id, message_id));
    return {};
  },
});
