// The texts of screens that few people open, by room; loaded with the first of them.

import { history } from './history.ts';
import { snippets } from './snippets.ts';
import { widgets } from './widgets.ts';

export const further = { ...history, ...snippets, ...widgets } as const;
