// POST /streams/{stream_id}/pinned_topics: pins a topic for everyone in its channel.

import { pinTopic } from '../../actions/pins/pin-topic.ts';
import { id, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { parseTopic } from '../../model/messages/topic.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const topicToPin = {
  stream_id: required(id, 'The ID of the channel.'),
  topic: required(shortText, 'The topic.'),
};

export const pinTopicOperation = writeOperation({
  name: 'pin-topic',
  method: 'POST',
  path: '/streams/{stream_id}/pinned_topics',
  summary: 'Pin a topic for everyone in its channel.',
  access: 'account',
  parameters: topicToPin,
  result: {},
  async handle(context, { stream_id, topic }) {
    await context.write(async (writer) => {
      const account = await actingAccount(writer, context.actor.account.id);
      await pinTopic(writer, account, stream_id, parseTopic(topic));
    });
    return {};
  },
});
