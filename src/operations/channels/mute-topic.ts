// PATCH /users/me/subscriptions/muted_topics: the older way to mute a topic. (Specification E2.)

import { id, oneOf, text } from '../../contract/codec.ts';
import { badRequest, incompatibleParameters, invalidChannelId, missingParameter, noSuchUser } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { optionally, required } from '../../contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import { activeChannelByNameNow, activeChannelNow } from '../../model/channels/lookup.ts';
import { channelById, channelByName } from '../../model/channels/store.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { readOrganization } from '../../model/organizations/store.ts';
import { activePrincipals } from '../../model/subscriptions/principals.ts';
import { VisibilityPolicy } from '../../model/user-topics/policy.ts';
import { setTopicPolicy } from '../../model/user-topics/set-policy.ts';
import { policyFor } from '../../model/user-topics/store.ts';
import type { Writer } from '../../storage/session.ts';
import { writeOperation } from '../operation.ts';

type Named = { readonly id: number } | { readonly name: string };

/** The channel of a topic to mute, which the caller may read. */
async function mutable(writer: Writer, accountId: number, named: Named): Promise<number> {
  const [caller]: Account[] = await activePrincipals(writer, [accountId]);
  if (!caller) throw noSuchUser();
  const organization = await readOrganization(writer);
  const { channel } =
    'id' in named
      ? await activeChannelNow(writer, organization, caller, named.id, 'content', writer.now)
      : await activeChannelByNameNow(writer, organization, caller, named.name, 'content', writer.now);
  return channel.id;
}

/** The channel of a topic that is muted no longer; it may have been lost meanwhile. */
async function existing(writer: Writer, named: Named): Promise<number> {
  const channel = 'id' in named ? await channelById(writer, named.id) : await channelByName(writer, named.name);
  if (channel) return channel.id;
  throw 'id' in named ? invalidChannelId() : badRequest(`Invalid channel name '${named.name}'`);
}

export const muteTopic = writeOperation({
  name: 'mute-topic',
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  summary: 'Mute or unmute a topic.',
  deprecated: true,
  access: 'account',
  errors: ['REQUEST_VARIABLE_MISSING'],
  parameters: {
    stream_id: optionally(id, 'The channel by id; or else `stream`.'),
    stream: optionally(text(), 'The channel by name.'),
    topic: required(text({ maximum: limits.topicCodePoints }), 'The topic; it need not have messages.'),
    op: required(oneOf('add', 'remove'), '`add` mutes, `remove` unmutes.'),
  },
  result: {},
  async handle(context, values) {
    if (values.stream_id !== undefined && values.stream !== undefined) {
      throw incompatibleParameters(['stream_id', 'stream']);
    }
    const named: Named | undefined =
      values.stream_id !== undefined
        ? { id: values.stream_id }
        : values.stream !== undefined
          ? { name: values.stream }
          : undefined;
    if (!named) throw missingParameter('stream_id');
    const accountId = context.actor.account.id;
    const topic = normalizeTopic(values.topic);
    await context.write(async (writer) => {
      if (values.op === 'add') {
        const channelId = await mutable(writer, accountId, named);
        await setTopicPolicy(writer, accountId, channelId, topic, VisibilityPolicy.muted);
        return;
      }
      const channelId = await existing(writer, named);
      const present = await policyFor(writer, accountId, channelId, topic);
      if (present !== VisibilityPolicy.muted) return;
      await setTopicPolicy(writer, accountId, channelId, topic, VisibilityPolicy.inherit);
    });
    return {};
  },
});
