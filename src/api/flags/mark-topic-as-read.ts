// POST /mark_topic_as_read: marks all messages of a topic as read.

import { markTopicRead } from '../../actions/read-state/mark-read.ts';
import { id, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { mayReadFullHistory } from '../../model/channels/channel-access.ts';
import { parseTopic } from '../../model/messages/topic.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { writeOperation } from '../operation.ts';

export const markTopicAsRead = writeOperation({
  name: 'mark-topic-as-read',
  method: 'POST',
  path: '/mark_topic_as_read',
  summary: 'Mark all messages of a topic as read.',
  deprecated: true,
  access: 'account',
  parameters: {
    stream_id: required(id, 'The ID of the channel.'),
    topic_name: required(shortText, 'The topic.'),
  },
  result: {},
  async handle(context, { stream_id: channelId, topic_name: topic }) {
    const { actor } = context;
    const found = await visibleChannel(await context.requester(), channelId, 'content');
    const history = mayReadFullHistory(found.channel, found.membership) ? 'all' : 'received';
    await context.write(async (writer) => {
      const target = { channelId, topic: parseTopic(topic), history } as const;
      const exists = await markTopicRead(writer, actor.account.id, target);
      if (!exists) throw badRequest(`No such topic '${topic}'`);
    });
    return {};
  },
});
