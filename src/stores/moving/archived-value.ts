// Removes the parts of column values that an archive may not include: the secret in the configuration of a bot.

import { parseColumn } from '../../api-contract/parse-column.ts';
import type { ColumnRule } from '../../storage/schema/column.ts';
import { withoutSecret } from '../bots/bot-service.ts';

/** The value as it is in the archive. */
export function archivedValue(rule: ColumnRule | undefined, value: unknown): unknown {
  if (rule?.is !== 'bot config' || typeof value !== 'string') return value;
  return JSON.stringify(withoutSecret(parseColumn(value)));
}
