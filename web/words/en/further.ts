// The texts of screens that few people open, by room; loaded with the first of them.

import { widgets } from './widgets.ts';

export const further = { ...widgets } as const;
