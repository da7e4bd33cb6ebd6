// DELETE /users/{user_id}: deactivates somebody. (Specification E12.)

import { boolean, id, nullable, optional, record, text } from '../../contract/codec.ts';
import { badRequest } from '../../contract/error.ts';
import { optionally, required } from '../../contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import { countOtherOwners } from '../../model/accounts/activity-store.ts';
import { checkDeactivation } from '../../model/accounts/administer-rules.ts';
import { eraseProfile } from '../../model/accounts/erase-profile.ts';
import { readOrganization } from '../../model/organizations/store.ts';
import { queueMail } from '../../model/outbox/mail-store.ts';
import type { Writer } from '../../storage/session.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount, targetAccount } from './acting.ts';
import { deactivateWithBots } from './deactivation.ts';

const messageActions = [
  'delete_public_channel_messages',
  'delete_private_channel_messages',
  'delete_direct_messages',
] as const;

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
  await queueMail(writer, {
    to: target.email,
    subject: `Notification of account deactivation on ${organizationName}`,
    text: [
      `Your account on ${organizationName} has been deactivated, and you will no longer be able to log in.`,
      ...(comment === '' ? [] : ['The administrators provided the following comment:', comment]),
    ].join('\n\n'),
  });
}

export const deactivateUser = writeOperation({
  name: 'deactivate-user',
  method: 'DELETE',
  path: '/users/{user_id}',
  summary: 'Deactivate somebody, and their bots first.',
  access: 'account',
  errors: ['UNAUTHORIZED_PRINCIPAL'],
  parameters: {
    user_id: required(id, 'Whom.'),
    actions: optionally(actions, 'What else to do; `delete_profile` takes away name and picture.', {
      since: 459,
    }),
    deactivation_notification_comment: optionally(
      nullable(text({ maximum: 2000 })),
      'Mails the person, with this text in it; null: no mail.',
      { since: 135, encoding: 'either' },
    ),
  },
  result: {},
  async handle(context, values) {
    const refused = messageActions.find((name) => values.actions?.[name]);
    if (refused) throw badRequest(`The action ${refused} is not available on this server.`);
    const comment = values.deactivation_notification_comment;
    await context.write(async (writer) => {
      const organization = await readOrganization(writer);
      const acting = await actingAccount(writer, context.actor.account.id);
      const target = await targetAccount(writer, organization, acting, String(values.user_id));
      checkDeactivation(acting, target, await countOtherOwners(writer, target.id));
      if (!target.isActive) throw badRequest('User is deactivated');
      const left = await deactivateWithBots(writer, organization, target);
      if (values.actions?.delete_profile) {
        for (const account of left) await eraseProfile(writer, organization, account);
      }
      if (comment != null) await mailComment(writer, target, organization.name, comment);
    });
    return {};
  },
});
