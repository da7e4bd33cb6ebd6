// DELETE /events: ends an event queue.

import { shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const deleteQueue = writeOperation({
  name: 'delete-queue',
  method: 'DELETE',
  path: '/events',
  summary: 'Delete an event queue.',
  access: 'account',
  errors: ['BAD_EVENT_QUEUE_ID'],
  parameters: { queue_id: required(shortText, 'The ID of the queue.', { encoding: 'either' }) },
  result: {},
  async handle({ hub, actor }, { queue_id }) {
    await hub.delete(queue_id, actor.account.id);
    return {};
  },
});
