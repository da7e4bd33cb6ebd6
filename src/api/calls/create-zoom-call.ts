// POST /calls/zoom/create: a new Zoom call, on behalf of the caller or by the server's own account.

import { anyText, boolean } from '../../api-contract/codec.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';
import { callerOf } from './caller.ts';
import { createPersonalCall } from './personal-call.ts';

export const createZoomCall = writeOperation({
  name: 'create-zoom-call',
  method: 'POST',
  path: '/calls/zoom/create',
  summary: 'Create a Zoom call.',
  access: 'account',
  errors: ['INVALID_VIDEO_CALL_PROVIDER_TOKEN', 'UNKNOWN_ZOOM_USER'],
  parameters: {
    is_video_call: withDefault(boolean, true, 'Whether cameras are on from the start.'),
  },
  result: { url: anyText },
  async handle(context, values) {
    const callOptions = { isVideo: values.is_video_call };
    const { zoomServerToServer } = context.services.videoCalls;
    if (zoomServerToServer)
      return { url: await zoomServerToServer.createCall(callerOf(context), callOptions) };
    return { url: await createPersonalCall(context, 'zoom', callOptions) };
  },
});
