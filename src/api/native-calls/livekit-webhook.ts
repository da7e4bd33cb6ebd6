// POST /calls/livekit/webhook: what the LiveKit server reports, signed with the key that both share.

import { checkJoined } from '../../actions/native-calls/check-livekit.ts';
import { ApiError } from '../../api-contract/error.ts';
import { publicOperation } from '../operation.ts';

export const livekitWebhook = publicOperation({
  name: 'livekit-webhook',
  method: 'POST',
  path: '/calls/livekit/webhook',
  summary: 'Report an event of the LiveKit server, which signs it.',
  access: 'anyone',
  rateLimit: 'none',
  errors: ['INVALID_WEBHOOK_SIGNATURE'],
  readsRawRequest: 'signed',
  acceptsAnyParameter: true,
  parameters: {},
  result: {},
  async handle({ services, rawRequest }) {
    const { livekit } = services.calls;
    if (!livekit || !rawRequest)
      throw new ApiError(401, 'INVALID_WEBHOOK_SIGNATURE', 'This server has no LiveKit server.');
    const authorization = rawRequest.headers.get('authorization') ?? '';
    const joined = await livekit.joinedIn(authorization, await rawRequest.body());
    if (joined)
      await services.database.write(joined.organizationId, (writer) =>
        checkJoined(writer, joined.callId, joined.session),
      );
    return {};
  },
});
