// The English texts, by room. A key is `room.what`; names in braces are filled in, `count` chooses the plural form.

import { channels } from './channels.ts';
import { composer } from './composer.ts';
import { dates } from './dates.ts';
import { feed } from './feed.ts';
import { groups } from './groups.ts';
import { later } from './later.ts';
import { messages } from './messages.ts';
import { parts } from './parts.ts';
import { people } from './people.ts';
import { refusals } from './refusals.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';

export const en = {
  ...channels,
  ...composer,
  ...dates,
  ...feed,
  ...groups,
  ...later,
  ...messages,
  ...parts,
  ...people,
  ...refusals,
  ...settings,
  ...shell,
} as const;
