// DELETE /users/me/apns_device_token: takes back a token of Apple's.

import { text } from '../../contract/codec.ts';
import { required } from '../../contract/parameter.ts';
import { removePlainToken } from '../../model/push/plain-tokens.ts';
import { writeOperation } from '../operation.ts';

export const removeApnsToken = writeOperation({
  name: 'remove-apns-token',
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  summary: "Forget a device of Apple's without encryption.",
  deprecated: true,
  access: 'human',
  parameters: {
    token: required(text(), "The device's token."),
  },
  result: {},
  async handle({ write, services, actor, organizationUrl }, values) {
    const isConfigured = services.push !== undefined;
    const owner = { accountId: actor.account.id, organizationUrl, isConfigured };
    const place = { kind: 'apns', token: values.token, appId: '' } as const;
    await write((writer) => removePlainToken(writer, owner, place));
    return {};
  },
});
