// DELETE /users/{user_id}: deactivates an account. (Specification E12.)

import { eraseProfile } from '../../actions/accounts/erase-profile.ts';
import { eraseNextBatch, orderErasures } from '../../actions/messages/erase-sent.ts';
import { queueMail } from '../../actions/outbox/mail-store.ts';
import { boolean, id, nullable, optional, record, text } from '../../api-contract/codec.ts';
import { ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import { checkDeactivation } from '../../model/accounts/administer-rules.ts';
import { mailTexts, textMail } from '../../model/mail-texts/translated-mails.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { countOtherOwners } from '../../stores/accounts/activity-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingAccount, targetAccount } from './acting-account.ts';
import { deactivateWithBots } from './deactivation.ts';

const actions = record({
  delete_profile: optional(boolean),
  delete_public_channel_messages: optional(boolean),
  delete_private_channel_messages: optional(boolean),
  delete_direct_messages: optional(boolean),
});

async function mailComment(
  writer: Writer,
  target: Account,
  organizationName: string,
  comment: string,
): Promise<void> {
  if (target.isBot) return;
  const text = mailTexts(target.settings.default_language).accountDeactivated({ organizationName, comment });
  await queueMail(writer, textMail(target.email, text, target.settings.default_language));
}

/**
 * Deletes messages within the time limit of the request. A job does the rest, and retries failures, so they
 * are not reported to the client: the deactivation itself is complete.
 */
async function eraseForAWhile(context: WriteContext): Promise<void> {
  const until = performance.now() + limits.deleteTopicMilliseconds;
  try {
    while (performance.now() < until && (await context.write(eraseNextBatch)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export const deactivateUser = writeOperation({
  name: 'deactivate-user',
  method: 'DELETE',
  path: '/users/{user_id}',
  summary: 'Deactivate a user and their bots.',
  access: 'account',
  needsRecentProof: true,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    user_id: required(id, 'The ID of the user.'),
    actions: optionally(
      actions,
      'Further actions for the user and their bots: delete the name and picture, or delete messages. Deleting many messages can continue after the response.',
      {
        since: 459,
      },
    ),
    deactivation_notification_comment: optionally(
      nullable(text({ maximum: limits.deactivationNoteCodePoints })),
      'A comment for the email that notifies the user. Null sends no email.',
      { since: 135, encoding: 'either' },
    ),
  },
  result: {},
  async handle(context, values) {
    const comment = values.deactivation_notification_comment;
    const isErasing = await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const acting = await actingAccount(writer, context.actor.account.id);
      const target = await targetAccount(writer, organization, acting, String(values.user_id));
      checkDeactivation(acting, target, await countOtherOwners(writer, target.id));
      if (!target.isActive) throw badRequest('User is deactivated');
      const deactivated = await deactivateWithBots(writer, organization, target);
      if (values.actions?.delete_profile) {
        for (const account of deactivated) await eraseProfile(writer, organization, account);
      }
      const hasErasures = await orderErasures(
        writer,
        deactivated.map(({ id }) => id),
        {
          publicChannels: values.actions?.delete_public_channel_messages ?? false,
          privateChannels: values.actions?.delete_private_channel_messages ?? false,
          directMessages: values.actions?.delete_direct_messages ?? false,
        },
      );
      if (comment != null) await mailComment(writer, target, organization.name, comment);
      return hasErasures;
    });
    if (isErasing) await eraseForAWhile(context);
    return {};
  },
});
