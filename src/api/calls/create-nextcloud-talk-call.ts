// POST /calls/nextcloud_talk/create: a public conversation on Nextcloud Talk.

import { anyText, shortText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { notConfigured } from '../../model/calls/call-errors.ts';
import { callProviders } from '../../model/calls/call-providers.ts';
import { writeOperation } from '../operation.ts';

export const createNextcloudTalkCall = writeOperation({
  name: 'create-nextcloud-talk-call',
  method: 'POST',
  path: '/calls/nextcloud_talk/create',
  summary: 'Create a Nextcloud Talk call.',
  since: 465,
  access: 'account',
  parameters: {
    room_name: required(shortText, 'The name of the conversation, cut to 255 characters.'),
  },
  result: { url: anyText },
  async handle({ services }, values) {
    const { nextcloudTalk } = services.videoCalls;
    if (!nextcloudTalk) throw notConfigured(callProviders.nextcloud_talk.name);
    return { url: await nextcloudTalk.createRoom(values.room_name) };
  },
});
