// What of a column's value goes into an archive: of the configuration of a bot what opens nothing.

import { withoutSecret } from '../bots/service.ts';
import type { ColumnRule } from './moved-tables.ts';

/** The value as it stands in the archive. */
export function keptValue(rule: ColumnRule | undefined, value: unknown): unknown {
  if (rule?.is !== 'bot config' || typeof value !== 'string') return value;
  return JSON.stringify(withoutSecret(JSON.parse(value)));
}
