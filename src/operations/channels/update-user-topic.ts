// POST /user_topics: how visible a topic is to oneself.

import { id, oneOf, text } from '../../contract/codec.ts';
import { invalidChannelId, noSuchUser } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { required } from '../../contract/parameter.ts';
import { activeChannelNow } from '../../model/channels/lookup.ts';
import { channelById } from '../../model/channels/store.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { readOrganization } from '../../model/organizations/store.ts';
import { activePrincipals } from '../../model/subscriptions/principals.ts';
import { VisibilityPolicy } from '../../model/user-topics/policy.ts';
import { setTopicPolicy } from '../../model/user-topics/set-policy.ts';
import { writeOperation } from '../operation.ts';

export const updateUserTopic = writeOperation({
  name: 'update-user-topic',
  method: 'POST',
  path: '/user_topics',
  summary: 'Mute, unmute or follow a topic.',
  since: 170,
  access: 'account',
  parameters: {
    stream_id: required(id, 'The channel.'),
    topic: required(text({ maximum: limits.topicCodePoints }), 'The topic; it need not have messages.'),
    visibility_policy: required(oneOf(0, 1, 2, 3), '0 none, 1 muted, 2 unmuted, 3 followed.'),
  },
  result: {},
  async handle(context, values) {
    const { account } = context.actor;
    const topic = normalizeTopic(values.topic);
    const policy = values.visibility_policy;
    await context.write(async (writer) => {
      if (policy === VisibilityPolicy.inherit) {
        // What is over can be tidied up, also in channels that were lost.
        if (!(await channelById(writer, values.stream_id))) throw invalidChannelId();
      } else {
        const [caller] = await activePrincipals(writer, [account.id]);
        if (!caller) throw noSuchUser();
        const organization = await readOrganization(writer);
        await activeChannelNow(writer, organization, caller, values.stream_id, 'content', writer.now);
      }
      await setTopicPolicy(writer, account.id, values.stream_id, topic, policy);
    });
    return {};
  },
});
