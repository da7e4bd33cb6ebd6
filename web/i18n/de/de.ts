// The German texts. A missing key is a compile error.

import type { TranslationOf } from '../catalogue.ts';
import type { en } from '../en/en.ts';
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

export const de: TranslationOf<typeof en> = {
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
};
