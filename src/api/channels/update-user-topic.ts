// POST /user_topics: sets the visibility of a topic for the caller.

import { chooseTopicPolicy } from '../../actions/user-topics/choose-policy.ts';
import { id, oneOf, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { checkMutedUntil, mutedUntilParameter } from '../../model/muting/muted-until.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { channelOfTopic } from '../../stores/user-topics/channel-of-topic.ts';
import { writeOperation } from '../operation.ts';

export const updateUserTopic = writeOperation({
  name: 'update-user-topic',
  method: 'POST',
  path: '/user_topics',
  summary: 'Mute, unmute or follow a topic.',
  since: 170,
  access: 'account',
  parameters: {
    stream_id: required(id, 'The ID of the channel.'),
    topic: required(text({ maximum: limits.topicCodePoints }), 'The topic. It can be one without messages.'),
    visibility_policy: required(
      oneOf(0, 1, 2, 3),
      'The visibility policy: 0 none, 1 muted, 2 unmuted, 3 followed.',
    ),
    muted_until: mutedUntilParameter,
  },
  result: {},
  async handle(context, values) {
    const { account } = context.actor;
    const topic = normalizeTopic(values.topic);
    const policy = values.visibility_policy;
    const mutedUntil = values.muted_until ?? null;
    if (mutedUntil !== null && policy !== VisibilityPolicy.muted)
      throw badRequest('Only a muted topic can have a time at which it is unmuted.');
    await context.write(async (writer) => {
      if (mutedUntil !== null) checkMutedUntil(mutedUntil, writer.now);
      const channelId = await channelOfTopic(writer, account.id, { id: values.stream_id }, { topic, policy });
      await chooseTopicPolicy(writer, account.id, { channelId, topic }, policy, mutedUntil);
    });
    return {};
  },
});
