// POST /users/me/android_gcm_reg_id: registers a Google token of a client without encryption.

import { addPlainToken } from '../../actions/push/plain-tokens.ts';
import { writeOperation } from '../operation.ts';
import { requireUnchangedAccess } from '../users/acting-account.ts';
import { tokenOwner, tokenParameter } from './plain-token.ts';

export const addFcmToken = writeOperation({
  name: 'add-fcm-token',
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Register an Android device for notifications without encryption.',
  deprecated: true,
  access: 'human',
  needsRecentProof: true,
  parameters: { token: tokenParameter },
  result: {},
  async handle(context, values) {
    const tokenKey = { kind: 'fcm', token: values.token, appId: '' } as const;
    await context.write(async (writer) => {
      await requireUnchangedAccess(writer, context.actor.account);
      return addPlainToken(writer, tokenOwner(context), tokenKey);
    });
    return {};
  },
});
