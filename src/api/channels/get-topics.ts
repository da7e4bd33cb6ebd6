// GET /users/me/{stream_id}/topics: the topics of a channel, newest first. With protected history, only those
// in which the caller received messages.

import { anyText, boolean, id, integer, list, record } from '../../api-contract/codec.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { mayReadFullHistory } from '../../model/channels/channel-access.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import { visibleChannel } from '../../stores/channel-access/visible-channel.ts';
import { receivedTopicsOf, topicsOf } from '../../stores/conversations/topic-store.ts';
import { readOperation } from '../operation.ts';

export const getTopics = readOperation({
  name: 'get-stream-topics',
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  summary: 'List the topics of a channel.',
  access: 'account',
  parameters: {
    stream_id: required(id, 'The ID of the channel.'),
    allow_empty_topic_name: withDefault(
      boolean,
      false,
      'Whether to send the empty topic as an empty string instead of a display name.',
      { since: 334 },
    ),
  },
  result: { topics: list(record({ name: anyText, max_id: integer() })) },
  async handle({ requester, reader, actor }, values) {
    const { account } = actor;
    const { channel, membership: access } = await visibleChannel(
      await requester(),
      values.stream_id,
      'content',
    );
    const topics = mayReadFullHistory(channel, access)
      ? await topicsOf(reader, channel.id)
      : await receivedTopicsOf(reader, channel.id, account.id);
    return {
      topics: topics.map(({ name, maxId }) => ({
        name: displayTopic(name, values.allow_empty_topic_name),
        max_id: maxId,
      })),
    };
  },
});
