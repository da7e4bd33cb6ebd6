// Reduces a column value to what an archive includes: the configuration of a bot without its secret.

import { withoutSecret } from '../bots/bot-service.ts';
import type { ColumnRule } from './moved-tables.ts';

/** The value as it is in the archive. */
export function archivedValue(rule: ColumnRule | undefined, value: unknown): unknown {
  if (rule?.is !== 'bot config' || typeof value !== 'string') return value;
  return JSON.stringify(withoutSecret(JSON.parse(value)));
}
