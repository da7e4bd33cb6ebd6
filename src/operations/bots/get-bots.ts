// GET /bots: the caller's own active bots, with their keys.

import { anyJson, list } from '../../contract/codec.ts';
import { avatarUrl } from '../../model/accounts/avatar.ts';
import { openApiKey } from '../../model/accounts/credentials.ts';
import { accountRowById } from '../../model/accounts/store.ts';
import { readOperation } from '../operation.ts';
import { defaultFields } from './bot-fields.ts';

export const getBots = readOperation({
  name: 'get-bots',
  method: 'GET',
  path: '/bots',
  summary: 'List your own active bots.',
  access: 'human-member',
  parameters: {},
  result: { bots: list(anyJson) },
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
