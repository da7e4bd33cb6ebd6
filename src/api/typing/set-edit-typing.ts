// POST /messages/{message_id}/typing: notifies the recipients of a message that its sender is editing it.

import { id, oneOf } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { checkMayEditContent } from '../../model/messages/edit-rules.ts';
import { type EditedConversation, editTyping } from '../../model/typing/typing-events.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import { modifiableMessage } from '../../stores/message-access/message-access.ts';
import { writeOperation } from '../operation.ts';

export const setEditTyping = writeOperation({
  name: 'set-typing-status-for-message-edit',
  method: 'POST',
  path: '/messages/{message_id}/typing',
  summary: 'Notify others that you started or stopped editing a message.',
  since: 361,
  access: 'account',
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    op: required(oneOf('start', 'stop'), 'Whether you started or stopped editing.'),
  },
  result: {},
  async handle(context, { message_id, op }) {
    const { actor, state } = context;
    const { account } = actor;
    const { row, conversation, channel } = await modifiableMessage(await context.requester(), message_id);
    const { settings } = state.organization;
    checkMayEditContent({
      allowsEditing: settings.allow_message_editing,
      isSender: row.sender_id === account.id,
      ageSeconds: nowSeconds() - row.sent_at,
      limitSeconds: settings.message_content_edit_limit_seconds,
    });
    if (channel && !account.settings.send_stream_typing_notifications) {
      throw badRequest('User has disabled typing notifications for channel messages');
    }
    if (!channel && !account.settings.send_private_typing_notifications) {
      throw badRequest('User has disabled typing notifications for direct messages');
    }
    const editedConversation: EditedConversation = channel
      ? { type: 'channel', channel_id: channel.id, topic: conversation.topic_name }
      : { type: 'direct', user_ids: peopleOf(conversation.direct_key ?? '') };
    await context.write(async (writer) =>
      writer.emit(editTyping({ now: writer.now, op }, account.id, message_id, editedConversation)),
    );
    return {};
  },
});
