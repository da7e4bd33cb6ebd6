// The texts of screens that few people open, by room; loaded with the first of them.

import { history } from './history.ts';
import { organization } from './organization.ts';
import { snippets } from './snippets.ts';
import { widgets } from './widgets.ts';

export const further = { ...history, ...organization, ...snippets, ...widgets } as const;
