// GET /bots: the caller's own active bots, with their keys.

import { anyText, boolean, list, nullable, record } from '../../api-contract/codec.ts';
import { unsealApiKey } from '../../model/accounts/credentials.ts';
import { avatarUrl } from '../../model/people/avatar-url.ts';
import { sealedApiKeys } from '../../stores/accounts/account-store.ts';
import { channelNames } from '../../stores/channels/channel-store.ts';
import { readOperation } from '../operation.ts';

const ownBot = record({
  username: anyText,
  full_name: anyText,
  api_key: anyText,
  avatar_url: anyText,
  default_sending_stream: nullable(anyText),
  default_events_register_stream: nullable(anyText),
  default_all_public_streams: boolean,
});

export const getBots = readOperation({
  name: 'get-bots',
  method: 'GET',
  path: '/bots',
  summary: 'List your own active bots.',
  access: 'human-member',
  needsRecentProof: true,
  parameters: {},
  result: { bots: list(ownBot) },
  async handle({ state, reader, actor, services }) {
    const own = [...state.accounts.values()].filter(
      (account) => account.isBot && account.isActive && account.botOwnerId === actor.account.id,
    );
    const sealed = await sealedApiKeys(
      reader,
      own.map(({ id }) => id),
    );
    const channelIds = own.flatMap((bot) => [bot.defaultSendingChannelId, bot.defaultEventsChannelId]);
    const nameOf = await channelNames(reader, channelIds);
    const bots = own.map((bot) => ({
      username: bot.email,
      full_name: bot.fullName,
      api_key: unsealApiKey(services.keyring, sealed.get(bot.id) ?? ''),
      avatar_url: avatarUrl(bot, state.organization),
      default_sending_stream: nameOf(bot.defaultSendingChannelId),
      default_events_register_stream: nameOf(bot.defaultEventsChannelId),
      default_all_public_streams: bot.defaultAllPublicChannels,
    }));
    return { bots };
  },
});
