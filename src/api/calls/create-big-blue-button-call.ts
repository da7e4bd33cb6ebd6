// GET /calls/bigbluebutton/create: an address for joining a meeting. The meeting itself is created when the
// first person joins.

import { anyText, boolean, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required, withDefault } from '../../api-contract/parameter.ts';
import { notConfigured } from '../../model/calls/call-errors.ts';
import { callProviders } from '../../model/calls/call-providers.ts';
import { newMeetingId, sealMeeting } from '../../model/calls/signed-meeting.ts';
import { readOperation } from '../operation.ts';

export const createBigBlueButtonCall = readOperation({
  name: 'create-big-blue-button-call',
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  summary: 'Create a BigBlueButton call.',
  access: 'account',
  parameters: {
    meeting_name: required(text({ maximum: limits.callNameCodePoints }), 'The name of the meeting.'),
    voice_only: withDefault(boolean, false, 'Whether cameras are off for everyone except the moderator.'),
  },
  result: { url: anyText },
  async handle({ services, actor }, values) {
    if (!services.videoCalls.bigBlueButton) throw notConfigured(callProviders.big_blue_button.name);
    const meeting = sealMeeting(services.keyring, {
      meetingId: newMeetingId(),
      name: values.meeting_name,
      isVoiceOnly: values.voice_only,
      moderatorId: actor.account.id,
    });
    return { url: `/calls/bigbluebutton/join?bigbluebutton=${meeting}` };
  },
});
