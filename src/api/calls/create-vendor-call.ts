// POST /calls/vendor/create: a new Webex call on behalf of the caller.

import { anyText } from '../../api-contract/codec.ts';
import { writeOperation } from '../operation.ts';
import { createPersonalCall } from './personal-call.ts';

export const createVendorCall = writeOperation({
  name: 'create-vendor-call',
  method: 'POST',
  path: '/calls/vendor/create',
  alsoAt: [{ path: '/calls/webex/create' }],
  summary: 'Create a video call with the provider that you are connected to.',
  since: 493,
  access: 'account',
  errors: ['INVALID_VIDEO_CALL_PROVIDER_TOKEN'],
  parameters: {},
  result: { url: anyText },
  async handle(context) {
    return { url: await createPersonalCall(context, 'webex', { isVideo: true }) };
  },
});
