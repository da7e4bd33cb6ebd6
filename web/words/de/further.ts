// The German texts of screens that few people open.

import type { TranslationOf } from '../catalogue.ts';
import type { further as english } from '../en/further.ts';
import { history } from './history.ts';
import { organization } from './organization.ts';
import { snippets } from './snippets.ts';
import { widgets } from './widgets.ts';

export const further: TranslationOf<typeof english> = {
  ...history,
  ...organization,
  ...snippets,
  ...widgets,
};
