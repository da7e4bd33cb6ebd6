// POST /realm/test_welcome_bot_custom_message: sends an administrator a preview of the welcome text for new
// accounts, as a direct message from Welcome Bot.

import { sendDirectly } from '../../actions/messages/send.ts';
import { id, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { systemBotId } from '../../model/accounts/system-bots.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { causedBy } from '../../queries/rendering/rendering.ts';
import { writeOperation } from '../operation.ts';

export const testWelcomeMessage = writeOperation({
  name: 'test-welcome-bot-custom-message',
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  summary: 'Send yourself a preview of the welcome message for new accounts.',
  since: 416,
  access: 'administrator',
  parameters: {
    welcome_message_custom_text: required(
      text({ maximum: limits.welcomeMessageCodePoints }),
      'The text, in Markdown.',
    ),
  },
  result: { message_id: id },
  async handle(context, { welcome_message_custom_text: sent }) {
    const { state, actor } = context;
    const content = await composeContent(context, normalizeContent(sent), causedBy(actor.account));
    const message = await context.write((writer) =>
      sendDirectly(writer, [actor.account.id], {
        senderId: systemBotId(state, 'welcome'),
        client: 'Internal',
        content,
        isReadBySender: true,
      }),
    );
    return { message_id: message.id };
  },
});
