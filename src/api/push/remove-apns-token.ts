// DELETE /users/me/apns_device_token: removes an Apple token.

import { removePlainToken } from '../../actions/push/plain-tokens.ts';
import { writeOperation } from '../operation.ts';
import { tokenOwner, tokenParameter } from './plain-token.ts';

export const removeApnsToken = writeOperation({
  name: 'remove-apns-token',
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  summary: 'Remove an Apple device registered without encryption.',
  deprecated: true,
  access: 'human',
  parameters: { token: tokenParameter },
  result: {},
  async handle(context, values) {
    const tokenKey = { kind: 'apns', token: values.token, appId: '' } as const;
    await context.write((writer) => removePlainToken(writer, tokenOwner(context), tokenKey));
    return {};
  },
});
