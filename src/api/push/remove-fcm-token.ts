// DELETE /users/me/android_gcm_reg_id: removes a Google token.

import { removePlainToken } from '../../actions/push/plain-tokens.ts';
import { writeOperation } from '../operation.ts';
import { tokenOwner, tokenParameter } from './plain-token.ts';

export const removeFcmToken = writeOperation({
  name: 'remove-fcm-token',
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Remove an Android device registered without encryption.',
  deprecated: true,
  access: 'human',
  parameters: { token: tokenParameter },
  result: {},
  async handle(context, values) {
    const tokenKey = { kind: 'fcm', token: values.token, appId: '' } as const;
    await context.write((writer) => removePlainToken(writer, tokenOwner(context), tokenKey));
    return {};
  },
});
