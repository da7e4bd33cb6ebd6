// POST /channels/create: creates a channel with its first subscribers.

import { acceptChannel, createChannel as make, takeChannelQuotas } from '../../actions/channels/creation.ts';
import { countOfOthers, subscribeAll } from '../../actions/subscriptions/subscribe.ts';
import { id, list, shortText, text } from '../../api-contract/codec.ts';
import { noSuchUser } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import {
  channelNameTaken,
  normalChannelName,
  normalDescription,
} from '../../model/channels/channel-names.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { renderDescription } from '../../queries/rendering/render-description.ts';
import { activeAccounts } from '../../stores/accounts/active-accounts.ts';
import { channelCreationNotices } from '../../stores/channels/channel-notices.ts';
import { channelByName } from '../../stores/channels/channel-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { insertNotices } from '../../stores/pending-notices/pending-notice-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { newChannelParameters, requestedChannel } from './new-channel-parameters.ts';

export const createChannel = writeOperation({
  name: 'create-channel',
  method: 'POST',
  path: '/channels/create',
  summary: 'Create a channel.',
  since: 417,
  access: 'member',
  errors: [
    'CHANNEL_ALREADY_EXISTS',
    'UNAUTHORIZED_PRINCIPAL',
    'SYSTEM_GROUP_REQUIRED',
    'REQUEST_VARIABLE_INVALID',
  ],
  parameters: {
    name: required(shortText, 'The name of the channel.'),
    subscribers: required(list(id), 'The IDs of the first subscribers.'),
    description: withDefault(
      text({ maximum: limits.channelDescriptionCodePoints }),
      '',
      'The description, in Markdown.',
    ),
    ...newChannelParameters,
  },
  result: { id },
  async handle(context, values) {
    const { actor, organizationUrl } = context;
    const name = normalChannelName(values.name);
    const description = normalDescription(values.description);
    const renderedDescription = await renderDescription(context, description, actor.account);
    const { channel, pendingNotices } = await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const [caller] = await activeAccounts(writer, [actor.account.id]);
      if (!caller) throw noSuchUser();
      const acting = { writer, organization, account: caller };
      const acceptedChannel = await acceptChannel(acting, requestedChannel(values));
      // The name is checked after the permission, so that only accounts that may create channels learn which
      // names are taken.
      if (await channelByName(writer, name)) throw channelNameTaken(name);
      await takeChannelQuotas(acting, acceptedChannel, 1);
      const people = await activeAccounts(writer, [...new Set(values.subscribers)]);
      const createdChannel = await make(writer, organization, {
        ...acceptedChannel,
        name,
        description,
        renderedDescription,
        creatorId: caller.id,
      });
      const { added } = await subscribeAll({ writer, organization }, people, [createdChannel]);
      await takeQuota(acting, 'subscriptions', countOfOthers(added, caller.id));
      const notices = await channelCreationNotices(acting, [createdChannel], values.announce);
      return {
        channel: createdChannel,
        pendingNotices: await insertNotices(writer, { actorId: caller.id, organizationUrl }, notices),
      };
    });
    await sendPendingNotices(context, pendingNotices);
    return { id: channel.id };
  },
});
