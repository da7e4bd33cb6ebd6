// DELETE /scheduled_messages/{scheduled_message_id}: cancels a scheduled message.

import { cancelScheduledMessage } from '../../actions/scheduled-messages/change.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const deleteScheduledMessage = writeOperation({
  name: 'delete-scheduled-message',
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  summary: 'Delete a scheduled message.',
  since: 173,
  access: 'account',
  parameters: { scheduled_message_id: required(id, 'The ID of the scheduled message.') },
  result: {},
  async handle(context, { scheduled_message_id }) {
    await context.write((writer) =>
      cancelScheduledMessage(writer, context.actor.account.id, scheduled_message_id),
    );
    return {};
  },
});
