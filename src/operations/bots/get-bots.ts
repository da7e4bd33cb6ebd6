// GET /bots: the caller's own active bots, with their keys.

import { boolean, list, nullable, record, text } from '../../contract/codec.ts';
import { avatarUrl } from '../../model/accounts/avatar.ts';
import { openApiKey } from '../../model/accounts/credentials.ts';
import { accountRowById } from '../../model/accounts/store.ts';
import { readOperation } from '../operation.ts';
import { defaultFields } from './bot-fields.ts';

const ownBot = record({
  username: text(),
  full_name: text(),
  api_key: text(),
  avatar_url: text(),
  default_sending_stream: nullable(text()),
  default_events_register_stream: nullable(text()),
  default_all_public_streams: boolean,
});

export const getBots = readOperation({
  name: 'get-bots',
  method: 'GET',
  path: '/bots',
  summary: 'List your own active bots.',
  access: 'human-member',
  parameters: {},
  result: { bots: list(ownBot) },
  async handle({ state, reader, actor, services }) {
    const own = [...state.accounts.values()].filter(
      (account) => account.isBot && account.isActive && account.botOwnerId === actor.account.id,
    );
    const bots = [];
    for (const bot of own) {
      const row = await accountRowById(reader, bot.id);
      bots.push({
        username: bot.email,
        full_name: bot.fullName,
        api_key: openApiKey(services.keyring, row?.api_key_sealed ?? ''),
        avatar_url: avatarUrl(bot, state.organization),
        ...(await defaultFields(reader, bot)),
      });
    }
    return { bots };
  },
});
