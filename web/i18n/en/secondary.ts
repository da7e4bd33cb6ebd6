// English texts for rarely used screens, by area. They are loaded with the first of these screens.

import { botEvents } from './bot-events.ts';
import { channelSettings } from './channel-settings.ts';
import { commands } from './commands.ts';
import { deliveries } from './deliveries.ts';
import { emoji } from './emoji.ts';
import { folders } from './folders.ts';
import { groupScreens } from './group-screens.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { keys } from './keys.ts';
import { moreSettings } from './more-settings.ts';
import { ownThings } from './own-things.ts';
import { permissions } from './permissions.ts';
import { proof } from './proof.ts';
import { pushSubscriptions } from './push-subscriptions.ts';
import { secondFactor } from './second-factor.ts';
import { snippets } from './snippets.ts';
import { views } from './views.ts';
import { widgets } from './widgets.ts';

export const secondary = {
  ...botEvents,
  ...channelSettings,
  ...commands,
  ...deliveries,
  ...emoji,
  ...folders,
  ...groupScreens,
  ...help,
  ...history,
  ...keys,
  ...moreSettings,
  ...ownThings,
  ...permissions,
  ...proof,
  ...secondFactor,
  ...snippets,
  ...pushSubscriptions,
  ...views,
  ...widgets,
} as const;
