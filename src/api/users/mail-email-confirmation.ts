// POST /users/me/email/confirmation: mails a confirmation link to the account's own address.

import { mailEmailConfirmation } from '../../actions/accounts/confirm-email.ts';
import { badRequest } from '../../api-contract/error.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from './acting-account.ts';

export const mailOwnEmailConfirmation = writeOperation({
  name: 'mail-email-confirmation',
  method: 'POST',
  path: '/users/me/email/confirmation',
  summary: 'Email yourself a link to confirm your email address.',
  access: 'human',
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RATE_LIMIT_HIT'],
  parameters: {},
  result: {},
  async handle({ actor, services, write, organizationUrl }) {
    if (!services.sendsMail) throw badRequest('Email is not set up on this server, so no link can be sent.');
    await write(async (writer) => {
      const account = await actingAccount(writer, actor.account.id);
      await mailEmailConfirmation(writer, account, organizationUrl);
    });
    return {};
  },
});
