// The tables of expected errors, in one.

import { botRefusals } from './bots.ts';
import { channelOrderRefusals } from './channel-order.ts';
import { channelRefusals } from './channels.ts';
import { customizationRefusals } from './customization.ts';
import type { Refusals } from './expected-error.ts';
import { fileRefusals } from './files.ts';
import { groupRefusals } from './groups.ts';
import { messageRefusals } from './messages.ts';
import { organizationRefusals } from './organization.ts';
import { invitationRefusals, peopleRefusals } from './people.ts';
import { deviceRefusals, settingRefusals } from './personal.ts';
import { flagRefusals, uploadRefusals } from './reading.ts';
import { writingRefusals } from './writings.ts';

export const allRefusals: Refusals = {
  ...messageRefusals,
  ...flagRefusals,
  ...uploadRefusals,
  ...fileRefusals,
  ...writingRefusals,
  ...settingRefusals,
  ...deviceRefusals,
  ...channelRefusals,
  ...channelOrderRefusals,
  ...peopleRefusals,
  ...botRefusals,
  ...invitationRefusals,
  ...groupRefusals,
  ...organizationRefusals,
  ...customizationRefusals,
};
