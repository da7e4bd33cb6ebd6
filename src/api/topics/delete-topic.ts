// POST /streams/{stream_id}/delete_topic: deletes the messages of a topic, newest first, in batches with a
// unit of work each, within the time limit of a request. If that was too short, the client calls again.

import { deleteNewestOfTopic, findTopicToDelete } from '../../actions/messages/delete-topic.ts';
import { boolean, id, shortText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { parseTopic } from '../../model/messages/topic.ts';
import { writeOperation } from '../operation.ts';

export const deleteTopic = writeOperation({
  name: 'delete-topic',
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  summary: 'Delete all messages of a topic.',
  access: 'administrator',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    stream_id: required(id, 'The ID of the channel.'),
    topic_name: required(shortText, 'The topic.'),
  },
  result: { complete: boolean },
  async handle(context, values) {
    const until = performance.now() + limits.deleteTopicMilliseconds;
    const actorId = context.actor.account.id;
    const topic = await context.write((writer) =>
      findTopicToDelete(writer, actorId, values.stream_id, parseTopic(values.topic_name)),
    );
    for (;;) {
      const isDone = await context.write((writer) => deleteNewestOfTopic(writer, topic));
      if (isDone) return { complete: true };
      if (performance.now() > until) return { complete: false };
    }
  },
});
