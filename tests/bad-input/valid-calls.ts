// One valid call for every operation, so that whatever a test makes wrong about it is the only thing wrong. They can
// be made one after the other: what takes something away stands behind what needs it.

import type { ValidCalls } from './calls/call.ts';
import { channelCalls, channelOrderCalls } from './calls/channels.ts';
import { callCalls, flagCalls, messageCalls, uploadCalls } from './calls/conversations.ts';
import { customizationCalls, lastCalls, organizationCalls } from './calls/organization.ts';
import { botCalls, groupCalls, invitationCalls, peopleCalls } from './calls/people.ts';
import { deviceCalls, settingCalls, writingCalls } from './calls/personal.ts';

export const validCalls: ValidCalls = {
  ...flagCalls,
  ...messageCalls,
  ...uploadCalls,
  ...callCalls,
  ...writingCalls,
  ...settingCalls,
  ...deviceCalls,
  ...channelCalls,
  ...channelOrderCalls,
  ...botCalls,
  ...groupCalls,
  ...invitationCalls,
  ...organizationCalls,
  ...customizationCalls,
  ...peopleCalls,
  ...lastCalls,
};
