// DELETE /streams/{stream_id}/pinned_topics

import { unpinTopic } from '../../actions/pins/pin-topic.ts';
import { parseTopic } from '../../model/messages/topic.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { topicToPin } from './pin-topic.ts';

export const unpinTopicOperation = writeOperation({
  name: 'unpin-topic',
  method: 'DELETE',
  path: '/streams/{stream_id}/pinned_topics',
  summary: 'Unpin a topic, including one that someone else pinned.',
  access: 'account',
  parameters: topicToPin,
  result: {},
  async handle(context, { stream_id, topic }) {
    await context.write(async (writer) => {
      const account = await actingAccount(writer, context.actor.account.id);
      await unpinTopic(writer, account, stream_id, parseTopic(topic));
    });
    return {};
  },
});
