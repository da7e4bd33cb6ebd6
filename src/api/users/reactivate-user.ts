// POST /users/{user_id}/reactivate: reactivates a person or bot, with their channels and groups.

import { reactivateAccount } from '../../actions/accounts/change-activity.ts';
import { changeOwner, type OwnerChange } from '../../actions/bots/change-owner.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import { checkMayAdminister } from '../../model/accounts/administer-rules.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import { accountById, readAccounts } from '../../stores/accounts/account-store.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { checkBotName, checkMayCreateBot } from '../../stores/bots/bot-rules.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import type { PendingNoticeRow } from '../../stores/pending-notices/pending-notice-store.ts';
import {
  readCreator,
  requireAccountQuota,
  requireOrganizationQuota,
} from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount, targetAccount } from './acting-account.ts';

/** Checks that a bot like this could be created now. If its owner is not active, the actor becomes its owner. */
async function prepareBot(
  { writer, organization, account: actor }: ActorContext,
  change: OwnerChange,
  bot: Account,
): Promise<PendingNoticeRow[]> {
  await checkMayCreateBot({ writer, organization, account: actor }, bot.botType ?? 0);
  checkBotName(bot.fullName, bot.id, await readAccounts(writer));
  const owner = bot.botOwnerId === null ? undefined : await accountById(writer, bot.botOwnerId);
  const ownerId = owner?.isActive ? owner.id : actor.id;
  await requireAccountQuota(await readCreator(writer, ownerId), 'bots');
  if (owner?.isActive || actor.isBot) return [];
  return changeOwner(writer, change, bot, actor);
}

export const reactivateUser = writeOperation({
  name: 'reactivate-user',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  summary: 'Reactivate a deactivated account.',
  access: 'account',
  needsRecentProof: true,
  parameters: { user_id: required(id, 'The ID of the user.') },
  result: {},
  async handle(context, { user_id }) {
    const { keyring } = context.services;
    const { actor, organizationUrl } = context;
    const pendingNotices = await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const acting = await actingAccount(writer, actor.account.id);
      const target = await targetAccount(writer, organization, acting, String(user_id));
      checkMayAdminister(acting, target);
      if (target.isActive) throw badRequest('User is already active');
      if (target.isDeleted) throw badRequest('The account was erased and cannot be reactivated.');
      if (target.isBot) await requireOrganizationQuota({ writer, organization, account: acting }, 'bots');
      const change = { keyring, actorId: acting.id, organizationUrl };
      const ownerNotices = target.isBot
        ? await prepareBot({ writer, organization, account: acting }, change, target)
        : [];
      await reactivateAccount(writer, organization, target);
      return ownerNotices;
    });
    await sendPendingNotices(context, pendingNotices);
    return {};
  },
});
