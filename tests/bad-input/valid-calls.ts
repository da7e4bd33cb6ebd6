// One valid call per operation, so that what a test changes is the only error. The calls can run one after the other: those
// that remove something come after those that need it.

import type { ValidCalls } from './calls/call.ts';
import { channelCalls, channelOrderCalls } from './calls/channels.ts';
import { callCalls, flagCalls, messageCalls, nativeCallCalls, uploadCalls } from './calls/conversations.ts';
import { customizationCalls, lastCalls, organizationCalls } from './calls/organization.ts';
import { botCalls, groupCalls, invitationCalls, peopleCalls } from './calls/people.ts';
import { deviceCalls, settingCalls, writingCalls } from './calls/personal.ts';

export const validCalls: ValidCalls = {
  ...flagCalls,
  ...messageCalls,
  ...uploadCalls,
  ...nativeCallCalls,
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
