// POST /users/me/apns_device_token: registers an Apple token of a client without encryption.

import { addPlainToken } from '../../actions/push/plain-tokens.ts';
import { text } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { requireUnchangedAccess } from '../users/acting-account.ts';
import { tokenOwner, tokenParameter } from './plain-token.ts';

export const addApnsToken = writeOperation({
  name: 'add-apns-token',
  method: 'POST',
  path: '/users/me/apns_device_token',
  summary: 'Register an Apple device for notifications without encryption.',
  deprecated: true,
  access: 'human',
  needsRecentProof: true,
  parameters: {
    token: tokenParameter,
    appid: required(text({ minimum: 1, maximum: 255 }), 'The ID of the app that the token belongs to.', {
      since: 223,
    }),
  },
  result: {},
  async handle(context, values) {
    const tokenKey = { kind: 'apns', token: values.token, appId: values.appid } as const;
    await context.write(async (writer) => {
      await requireUnchangedAccess(writer, context.actor.account);
      return addPlainToken(writer, tokenOwner(context), tokenKey);
    });
    return {};
  },
});
