// GET /streams: the channels of the requested kinds, among those that the caller can see.

import { boolean, list, view as viewOf } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { writeFields } from '../../api-contract/written-json.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { mayReadChannel, maySeeChannelMetadata } from '../../model/channels/channel-access.ts';
import { listedChannelSchema } from '../../model/channels/channel-schema.ts';
import { isSubscribed } from '../../model/subscriptions/subscription-periods.ts';
import { channelRelation } from '../../queries/channels/channel-relation.ts';
import { channelsJson } from '../../queries/channels/channels-json.ts';
import { weeklyTraffic } from '../../queries/channels/traffic.ts';
import { PreparedResult, readOperation } from '../operation.ts';

export const getChannels = readOperation({
  name: 'get-streams',
  method: 'GET',
  path: '/streams',
  summary: 'List channels.',
  access: 'account',
  parameters: {
    include_public: withDefault(boolean, true, 'Whether to include all public channels.'),
    include_web_public: withDefault(boolean, false, 'Whether to include all web-public channels.'),
    include_subscribed: withDefault(
      boolean,
      true,
      'Whether to include the channels that the caller is subscribed to.',
    ),
    exclude_archived: withDefault(boolean, true, 'Whether to exclude archived channels.', { since: 315 }),
    include_all: withDefault(boolean, false, 'Whether to include all channels that the caller can see.', {
      since: 356,
    }),
    include_all_active: withDefault(
      boolean,
      false,
      'An older form of `include_all`, only for administrators.',
    ),
    include_default: withDefault(
      boolean,
      false,
      'Whether to include the default channels, and `is_default` for each channel.',
    ),
    include_owner_subscribed: withDefault(
      boolean,
      false,
      "For bots: whether to include the channels that the bot's owner is subscribed to.",
    ),
    include_can_access_content: withDefault(
      boolean,
      false,
      'Whether to include the channels whose messages the caller may read.',
      {
        since: 356,
      },
    ),
  },
  result: { streams: viewOf(list(listedChannelSchema)) },
  async handle(context, values) {
    const { state, reader, actor } = context;
    const { account } = actor;
    if (values.include_all_active && account.role > Role.administrator) {
      throw badRequest('User not authorized for this query');
    }
    const includesAll = values.include_all || values.include_all_active;
    const subscriptions = await state.subscriptions(reader, account.id);
    const ownerSubscriptions =
      values.include_owner_subscribed && account.isBot && account.botOwnerId !== null
        ? await state.subscriptions(reader, account.botOwnerId)
        : undefined;
    const isIncluded = (channel: Channel): boolean => {
      if (channel.isArchived && values.exclude_archived) return false;
      if (ownerSubscriptions && isSubscribed(ownerSubscriptions, channel.id)) return true;
      const access = channelRelation({ state, account, subscriptions }, channel);
      if (!maySeeChannelMetadata(channel, access)) return false;
      return (
        includesAll ||
        (values.include_public && !channel.isPrivate && account.role !== Role.guest) ||
        (values.include_web_public && channel.isWebPublic) ||
        (values.include_subscribed && access.isSubscribed) ||
        (values.include_default && channel.isDefault) ||
        (values.include_can_access_content && mayReadChannel(channel, access))
      );
    };
    const view = state.view();
    const traffic = await weeklyTraffic(view, reader);
    const included = [...view.channels.values()]
      .filter(isIncluded)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const streams = channelsJson(
      view,
      included.map((channel) => ({ channel })),
      traffic,
      ({ channel }) => (values.include_default ? [Buffer.from(`"is_default":${channel.isDefault}`)] : []),
    );
    return new PreparedResult(await writeFields({ streams }));
  },
});
