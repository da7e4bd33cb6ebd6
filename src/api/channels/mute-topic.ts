// PATCH /users/me/subscriptions/muted_topics: the older operation for muting a topic. (Specification E2.)

import { chooseTopicPolicy } from '../../actions/user-topics/choose-policy.ts';
import { id, oneOf, shortText, text } from '../../api-contract/codec.ts';
import { incompatibleParameters, missingParameter } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { channelOfTopic, type NamedChannel } from '../../stores/user-topics/channel-of-topic.ts';
import { policyFor } from '../../stores/user-topics/user-topic-store.ts';
import { writeOperation } from '../operation.ts';

export const muteTopic = writeOperation({
  name: 'mute-topic',
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  summary: 'Mute or unmute a topic.',
  deprecated: true,
  access: 'account',
  errors: ['REQUEST_VARIABLE_MISSING'],
  parameters: {
    stream_id: optionally(id, 'The ID of the channel. Required if `stream` is not sent.'),
    stream: optionally(shortText, 'The name of the channel. Required if `stream_id` is not sent.'),
    topic: required(text({ maximum: limits.topicCodePoints }), 'The topic. It can be one without messages.'),
    op: required(oneOf('add', 'remove'), '`add` to mute the topic, `remove` to unmute it.'),
  },
  result: {},
  async handle(context, values) {
    if (values.stream_id !== undefined && values.stream !== undefined) {
      throw incompatibleParameters(['stream_id', 'stream']);
    }
    const namedChannel: NamedChannel | undefined =
      values.stream_id !== undefined
        ? { id: values.stream_id }
        : values.stream !== undefined
          ? { name: values.stream }
          : undefined;
    if (!namedChannel) throw missingParameter('stream_id');
    const accountId = context.actor.account.id;
    const topic = normalizeTopic(values.topic);
    const isMuting = values.op === 'add';
    await context.write(async (writer) => {
      const policy = isMuting ? VisibilityPolicy.muted : VisibilityPolicy.inherit;
      const channelId = await channelOfTopic(writer, accountId, namedChannel, { topic, policy });
      // Unmuting ends a mute, and changes no other policy.
      const oldPolicy = await policyFor(writer, accountId, channelId, topic);
      if (!isMuting && oldPolicy !== VisibilityPolicy.muted) return;
      await chooseTopicPolicy(writer, accountId, { channelId, topic }, policy);
    });
    return {};
  },
});
