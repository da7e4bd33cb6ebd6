// POST /bots/{bot_id}/api_key/regenerate. Emits no event; clients fetch the new key when they need it.

import { anyText, id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { replaceApiKey } from '../authentication/new-api-key.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const regenerateBotApiKey = writeOperation({
  name: 'regenerate-bot-api-key',
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  summary: 'Replace the API key of a bot.',
  access: 'human-member',
  needsRecentProof: true,
  parameters: { bot_id: required(id, 'The ID of the bot.') },
  result: { api_key: anyText },
  async handle(context, { bot_id }) {
    const api_key = await context.write(async (writer) => {
      const acting = await actingAccount(writer, context.actor.account.id);
      const bot = await changeableBot(writer, acting, bot_id);
      return replaceApiKey(writer, context.services.keyring, bot.id);
    });
    return { api_key };
  },
});
