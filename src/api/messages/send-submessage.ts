// POST /submessage: adds to the widget of a message: a vote, an option, a task.

import { addSubmessage } from '../../actions/messages/add-submessage.ts';
import { id, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const sendSubmessage = writeOperation({
  name: 'send-submessage',
  method: 'POST',
  path: '/submessage',
  summary: 'Add a vote, option or task to the widget of a message.',
  access: 'account',
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    msg_type: required(
      text({ minimum: 1, maximum: limits.submessageTypeCodePoints }),
      'The type of the submessage. Only `widget` is supported.',
    ),
    content: required(
      text({ maximum: limits.messageCodePoints }),
      'The content, as JSON in the format of the widget.',
    ),
  },
  result: {},
  async handle(context, values) {
    const submessage = {
      messageId: values.message_id,
      messageType: values.msg_type,
      content: values.content,
    };
    await context.write((writer) => addSubmessage(writer, context.actor.account.id, submessage));
    return {};
  },
});
