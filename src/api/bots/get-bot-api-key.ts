// GET /bots/{bot_id}/api_key: returns the API key of a bot.

import { auditRepeated } from '../../actions/audit/repeated.ts';
import { anyText, id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { unsealApiKey } from '../../model/accounts/credentials.ts';
import { accountRowById } from '../../stores/accounts/account-store.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { writeOperation } from '../operation.ts';

export const getBotApiKey = writeOperation({
  name: 'get-bot-api-key',
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  summary: "Get a bot's API key.",
  since: 463,
  access: 'human-member',
  needsRecentProof: true,
  parameters: { bot_id: required(id, 'The ID of the bot.') },
  result: { api_key: anyText },
  async handle({ write, actor, services }, { bot_id }) {
    const row = await write(async (writer) => {
      const bot = await changeableBot(writer, actor.account, bot_id);
      await auditRepeated(writer, { kind: 'api_key_shown', accountId: bot.id });
      return accountRowById(writer, bot.id);
    });
    return { api_key: unsealApiKey(services.keyring, row?.api_key_sealed ?? '') };
  },
});
