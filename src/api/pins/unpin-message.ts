// DELETE /messages/{message_id}/pin

import { unpinMessage } from '../../actions/pins/pin-message.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const unpinMessageOperation = writeOperation({
  name: 'unpin-message',
  method: 'DELETE',
  path: '/messages/{message_id}/pin',
  summary: 'Unpin a message, including one that someone else pinned.',
  access: 'account',
  parameters: { message_id: required(id, 'The ID of the message.') },
  result: {},
  async handle(context, values) {
    await context.write((writer) => unpinMessage(writer, context.actor.account.id, values.message_id));
    return {};
  },
});
