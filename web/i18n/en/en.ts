// The English texts, by area. Keys have the form `area.name`. Names in braces are filled in, and `count` selects the
// plural form.

import { channels } from './channels.ts';
import { composer } from './composer.ts';
import { dates } from './dates.ts';
import { feed } from './feed.ts';
import { groups } from './groups.ts';
import { messages } from './messages.ts';
import { parts } from './parts.ts';
import { people } from './people.ts';
import { refusals } from './refusals.ts';
import { later } from './scheduled.ts';
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
