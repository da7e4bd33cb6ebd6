// POST /mark_topic_as_read: everything in a topic is read.

import { id, text } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { required } from '../../contract/parameter.ts';
import { readTopic } from '../../model/messages/topic.ts';
import { markTopicRead } from '../../model/read-state/mark-read.ts';
import { writeOperation } from '../operation.ts';
import { checkReadableChannel } from './readable-channel.ts';

export const markTopicAsRead = writeOperation({
  name: 'mark-topic-as-read',
  method: 'POST',
  path: '/mark_topic_as_read',
  summary: 'Mark all messages of a topic as read.',
  deprecated: true,
  access: 'account',
  parameters: {
    stream_id: required(id, 'The channel.'),
    topic_name: required(text(), 'The topic.'),
  },
  result: {},
  async handle(context, { stream_id: channelId, topic_name: topic }) {
    await checkReadableChannel(context, channelId);
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      const exists = await markTopicRead(writer, accountId, channelId, readTopic(topic));
      if (!exists) throw badRequest(`No such topic '${topic}'`);
    });
    return {};
  },
});
