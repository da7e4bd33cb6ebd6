// The tables of expected errors, in one.

import { botErrors } from './bots.ts';
import { channelOrderErrors } from './channel-order.ts';
import { channelErrors } from './channels.ts';
import { customizationErrors } from './customization.ts';
import type { ExpectedErrors } from './expected-error.ts';
import { fileErrors } from './files.ts';
import { groupErrors } from './groups.ts';
import { messageErrors } from './messages.ts';
import { nativeCallErrors } from './native-calls.ts';
import { organizationErrors } from './organization.ts';
import { invitationErrors, peopleErrors } from './people.ts';
import { deviceErrors, settingErrors } from './personal.ts';
import { flagErrors, uploadErrors } from './reading.ts';
import { writingErrors } from './writings.ts';

export const allExpectedErrors: ExpectedErrors = {
  ...messageErrors,
  ...flagErrors,
  ...uploadErrors,
  ...fileErrors,
  ...nativeCallErrors,
  ...writingErrors,
  ...settingErrors,
  ...deviceErrors,
  ...channelErrors,
  ...channelOrderErrors,
  ...peopleErrors,
  ...botErrors,
  ...invitationErrors,
  ...groupErrors,
  ...organizationErrors,
  ...customizationErrors,
};
