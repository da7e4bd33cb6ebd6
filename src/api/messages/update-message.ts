// PATCH /messages/{message_id}: edits a message's content, moves messages to another topic or channel, or
// resolves a topic.

import { changeMessage } from '../../actions/messages/update.ts';
import { boolean, id, list, messageText, oneOf, shortText } from '../../api-contract/codec.ts';
import { optionally, required, withDefault } from '../../api-contract/parameter.ts';
import { propagateModes } from '../../model/messages/edit-rules.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { moveNotices } from '../../model/messages/move-notices.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { wireAttachment } from '../../model/uploads/attachment.ts';
import { attachmentSchema } from '../../model/uploads/attachment-schema.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import { insertNotices } from '../../stores/pending-notices/pending-notice-store.ts';
import { writeOperation } from '../operation.ts';

/** Replaces the text of a message that was edited to be empty. */
const DELETED = '(deleted)';

export const updateMessage = writeOperation({
  name: 'update-message',
  method: 'PATCH',
  path: '/messages/{message_id}',
  summary: 'Edit a message, or move messages to another topic or channel.',
  access: 'account',
  errors: [
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'EXPECTATION_MISMATCH',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    topic: optionally(shortText, 'The new topic, for channel messages.', { aliases: ['subject'] }),
    propagate_mode: withDefault(
      oneOf(...propagateModes),
      'change_one',
      'The messages of the topic to move: this one, this and all later ones, or all.',
    ),
    send_notification_to_old_thread: withDefault(
      boolean,
      false,
      'Whether to post a notice in the old topic.',
      {
        since: 152,
      },
    ),
    send_notification_to_new_thread: withDefault(
      boolean,
      true,
      'Whether to post a notice in the new topic.',
      {
        since: 152,
      },
    ),
    content: optionally(messageText, 'The new content, in Markdown.'),
    prev_content_sha256: optionally(
      shortText,
      'The SHA-256 hash (hex) of the previous content that the client knows.',
      {
        since: 379,
      },
    ),
    stream_id: optionally(id, 'The ID of the channel to move to.'),
  },
  result: { detached_uploads: list(attachmentSchema) },
  async handle(context, values) {
    const { actor } = context;
    const change = {
      messageId: values.message_id,
      content: values.content === undefined ? undefined : await compose(values.content),
      contentHash: values.prev_content_sha256,
      topic: values.topic === undefined ? undefined : normalizeTopic(values.topic),
      channelId: values.stream_id,
      propagateMode: values.propagate_mode,
    };
    const noticeOptions = {
      inOldTopic: values.send_notification_to_old_thread,
      inNewTopic: values.send_notification_to_new_thread,
    };
    const { detachedUploads, pendingNotices } = await context.write(async (writer) => {
      const { move, ...done } = await changeMessage(writer, actor.account.id, change);
      const cause = { actorId: actor.account.id, organizationUrl: context.organizationUrl };
      const notices = move ? moveNotices(move, actor.account, noticeOptions) : [];
      return { ...done, pendingNotices: await insertNotices(writer, cause, notices) };
    });
    await sendPendingNotices(context, pendingNotices);
    return { detached_uploads: detachedUploads.map((upload) => wireAttachment(upload, [])) };

    function compose(content: string) {
      const source = content.trim() === '' ? DELETED : normalizeContent(content);
      return composeContent(context, source, writtenBy(actor.account));
    }
  },
});
