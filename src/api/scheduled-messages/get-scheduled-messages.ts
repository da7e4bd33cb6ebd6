// GET /scheduled_messages: the caller's messages that have not been sent yet.

import { list } from '../../api-contract/codec.ts';
import {
  scheduledMessageSchema,
  wireScheduledMessage,
} from '../../model/scheduled-messages/scheduled-message.ts';
import { scheduledMessages } from '../../stores/scheduled-messages/scheduled-message-store.ts';
import { readOperation } from '../operation.ts';

export const getScheduledMessages = readOperation({
  name: 'get-scheduled-messages',
  method: 'GET',
  path: '/scheduled_messages',
  summary: 'List your scheduled messages, next one first.',
  since: 173,
  access: 'account',
  parameters: {},
  result: { scheduled_messages: list(scheduledMessageSchema) },
  async handle({ reader, actor }) {
    const rows = await scheduledMessages.ofAccount(reader, actor.account.id);
    return { scheduled_messages: rows.map(wireScheduledMessage) };
  },
});
