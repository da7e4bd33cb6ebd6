// The texts of screens that few people open, by room; loaded with the first of them.

import { channelSettings } from './channel-settings.ts';
import { groupScreens } from './group-screens.ts';
import { history } from './history.ts';
import { organization } from './organization.ts';
import { permissions } from './permissions.ts';
import { snippets } from './snippets.ts';
import { widgets } from './widgets.ts';

export const further = {
  ...channelSettings,
  ...groupScreens,
  ...history,
  ...organization,
  ...permissions,
  ...snippets,
  ...widgets,
} as const;
