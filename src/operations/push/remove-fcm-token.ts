// DELETE /users/me/android_gcm_reg_id: takes back a token of Google's.

import { text } from '../../contract/codec.ts';
import { required } from '../../contract/parameter.ts';
import { removePlainToken } from '../../model/push/plain-tokens.ts';
import { writeOperation } from '../operation.ts';

export const removeFcmToken = writeOperation({
  name: 'remove-fcm-token',
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  summary: "Forget a device of Google's without encryption.",
  deprecated: true,
  access: 'human',
  parameters: {
    token: required(text(), "The device's token."),
  },
  result: {},
  async handle({ write, services, actor, organizationUrl }, values) {
    const isConfigured = services.push !== undefined;
    const owner = { accountId: actor.account.id, organizationUrl, isConfigured };
    const place = { kind: 'fcm', token: values.token, appId: '' } as const;
    await write((writer) => removePlainToken(writer, owner, place));
    return {};
  },
});
