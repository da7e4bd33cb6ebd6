// DELETE /bots/{bot_id}: deactivates a bot.

import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { deactivateWithBots } from '../users/deactivation.ts';

export const deactivateBot = writeOperation({
  name: 'deactivate-bot',
  method: 'DELETE',
  path: '/bots/{bot_id}',
  summary: 'Deactivate a bot.',
  access: 'human-member',
  parameters: { bot_id: required(id, 'The ID of the bot.') },
  result: {},
  async handle(context, { bot_id }) {
    await context.write(async (writer) => {
      const acting = await actingAccount(writer, context.actor.account.id);
      const bot = await changeableBot(writer, acting, bot_id);
      if (!bot.isActive) throw badRequest('User is deactivated');
      await deactivateWithBots(writer, await readOrganization(writer), bot);
    });
    return {};
  },
});
